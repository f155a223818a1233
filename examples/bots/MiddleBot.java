// A bot without any library: it plays the middle one of the legal moves of any game.
// Run: java MiddleBot.java
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MiddleBot {
    private static final Pattern LEGAL = Pattern.compile("\"legal\":\\[([^\\]]*)\\]");
    private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"");

    private static List<String> legalMoves(String line) {
        List<String> moves = new ArrayList<>();
        Matcher list = LEGAL.matcher(line);
        Matcher move = STRING.matcher(list.find() ? list.group(1) : "");
        while (move.find()) moves.add(move.group(1));
        return moves;
    }

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.contains("\"type\":\"hello\"")) {
                System.out.println("{\"type\":\"ready\",\"name\":\"Middle\"}");
            } else if (line.contains("\"type\":\"go\"")) {
                List<String> moves = legalMoves(line);
                System.out.println(moves.get(moves.size() / 2));
            } else if (line.contains("\"type\":\"quit\"")) {
                break;
            }
        }
    }
}
