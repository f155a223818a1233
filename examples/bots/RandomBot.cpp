// A bot without any library: it plays a random legal move of any game.
// Build: g++ -O2 -o random_bot RandomBot.cpp
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

// The strings of a list such as "legal":["1","2"]. Moves never contain quotes or backslashes.
static std::vector<std::string> list(const std::string& line, const std::string& name) {
    std::vector<std::string> items;
    size_t at = line.find("\"" + name + "\":[");
    if (at == std::string::npos) return items;
    const size_t end = line.find(']', at);
    for (at = line.find('"', line.find('[', at)); at < end; at = line.find('"', at)) {
        const size_t close = line.find('"', at + 1);
        items.push_back(line.substr(at + 1, close - at - 1));
        at = close + 1;
    }
    return items;
}

int main() {
    std::srand(static_cast<unsigned>(std::time(nullptr)));
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.find("\"type\":\"hello\"") != std::string::npos) {
            std::cout << R"({"type":"ready","name":"Random"})" << std::endl;
        } else if (line.find("\"type\":\"go\"") != std::string::npos) {
            const std::vector<std::string> legal = list(line, "legal");
            std::cout << legal[std::rand() % legal.size()] << std::endl;
        } else if (line.find("\"type\":\"quit\"") != std::string::npos) {
            break;
        }
    }
}
