//! What a bot sees of the file system besides the system's own programs and libraries: found from its
//! command, before it is started.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::StartError;
use crate::command::EngineCommand;

/// Folders of the system, which every bot sees.
pub(super) const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"];
/// Of the settings of the system only what programs need to be found and started.
pub(super) const SETTINGS: [&str; 8] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/java-11-openjdk",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
];
/// Where programs are looked for in the box.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/games";
/// Folders that belong to no single bot.
const SHARED: [&str; 16] = [
    "/", "/tmp", "/var/tmp", "/home", "/root", "/etc", "/var", "/opt", "/srv", "/mnt", "/media", "/run", "/dev",
    "/proc", "/sys", "/boot",
];
/// What belongs to a program `PREFIX/bin/NAME` in its prefix.
const PREFIX_PARTS: [&str; 8] = ["bin", "lib", "lib64", "libexec", "conf", "include", "release", "pyvenv.cfg"];
/// Adapter of Python programs. It needs Parlor's package, and hides it from what it runs.
const ADAPTER: [&str; 2] = ["-m", "parlor_games.bot"];

/// Files and folders at the places where they are outside of the box, too.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct View {
    /// Where the bot runs.
    pub(super) folder: PathBuf,
    /// The bot's program, with its full path.
    pub(super) program: PathBuf,
    /// Shown besides the system, read-only.
    pub(super) shown: Vec<PathBuf>,
    /// The only one of them that may be written.
    pub(super) writable: Option<PathBuf>,
    /// Not shown, though they lie in what is shown.
    pub(super) hidden: Vec<PathBuf>,
    /// `PATH` in the box.
    pub(super) search_path: String,
}

impl View {
    /// What a command needs. `own_programs` are those that run bots themselves.
    pub(super) fn of(
        command: &EngineCommand,
        writable: Option<&Path>,
        own_programs: &[PathBuf],
    ) -> Result<View, StartError> {
        let folder = command.run_folder();
        let mut program =
            find_program(&command.program, &folder).ok_or_else(|| StartError::NoProgram(command.program.clone()))?;
        if program.parent().and_then(Path::file_name).is_some_and(|parent| parent == "shims") {
            program = behind_shim(&program, &folder).ok_or_else(|| StartError::Shim(command.program.clone()))?;
        }
        let mut view = View { folder, program, search_path: SEARCH_PATH.to_owned(), ..View::default() };
        view.writable = writable.map(Path::to_owned);
        view.show_bot(command);
        view.show_program(command)?;
        if !command.is_foreign {
            view.show_packages_in_place();
        }
        view.hide_parlor(command, own_programs);
        Ok(view)
    }

    /// Shows the folder of the bot: a given one, or those of the files that the command names. A command of
    /// somebody else names nothing.
    fn show_bot(&mut self, command: &EngineCommand) {
        if command.folder.is_some() {
            self.show(self.folder.clone());
        }
        if !command.is_foreign {
            let values = command.settings.iter().map(|(_, value)| value);
            for word in command.arguments.iter().chain(values) {
                let value = word.split_once('=').map(|(_, value)| value);
                for word in [Some(word.as_str()), value].into_iter().flatten().filter(|word| !word.is_empty()) {
                    self.show_own(&absolute(&self.folder, word));
                }
            }
        }
        if !is_system(&self.program) && !is_installed(&self.program) && !command.is_foreign {
            self.show_own(&self.program.clone());
        }
        // Nothing says where the bot is, such as in `java Bot`: it is here.
        if self.shown.is_empty() && is_of_one_bot(&self.folder) {
            self.show(self.folder.clone());
        }
    }

    /// Shows an existing folder, or the folder of a file. In a folder with other things than the bot, only
    /// the file.
    fn show_own(&mut self, path: &Path) {
        if path.is_dir() && is_of_one_bot(path) {
            self.show(path.to_owned());
        } else if path.is_file() {
            let folder = path.parent().filter(|folder| is_of_one_bot(folder));
            self.show(folder.unwrap_or(path).to_owned());
        }
    }

    fn show(&mut self, path: PathBuf) {
        if !is_system(&path) && !self.shown.contains(&path) {
            self.shown.push(path);
        }
    }

    /// Shows the program and its interpreter, with what is installed beside them, and all that links to them.
    fn show_program(&mut self, command: &EngineCommand) -> Result<(), StartError> {
        let mut next = Some(self.program.clone());
        let is_named_by_other = command.is_foreign && command.program.contains('/');
        for _ in 0..10 {
            let Some(program) = next.take() else { break };
            if is_named_by_other && !is_system(&program) && !program.starts_with(&self.folder) {
                return Err(StartError::Outside(command.program.clone()));
            }
            self.show_installed(&program);
            next = fs::read_link(&program).ok().map(|link| absolute(program.parent().unwrap_or(&program), &link));
        }
        if let Ok(real) = fs::canonicalize(&self.program)
            && !is_named_by_other
        {
            self.show_installed(&real);
        }
        if let Some(interpreter) = interpreter(&self.program, &self.folder).filter(|_| !is_named_by_other) {
            self.show_installed(&interpreter);
        }
        Ok(())
    }

    fn show_installed(&mut self, program: &Path) {
        if is_system(program) || self.shown.iter().any(|shown| program.starts_with(shown)) {
            return;
        }
        let Some(bin) = program.parent() else { return };
        if !is_installed(program) {
            self.show(program.to_owned());
            return;
        }
        self.search_path = format!("{}:{}", bin.display(), self.search_path);
        let prefix = bin.parent().unwrap_or(bin);
        for part in PREFIX_PARTS.map(|part| prefix.join(part)).into_iter().filter(|part| part.exists()) {
            self.show(part);
        }
    }

    /// Shows packages of Python that lie elsewhere (`pip install -e`): a file among the others names their folder.
    fn show_packages_in_place(&mut self) {
        let packages: Vec<PathBuf> = self.libraries().flat_map(|library| site_packages(&library)).collect();
        let files = packages.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
        let named = files.map(|file| file.path()).filter(|file| file.extension().is_some_and(|end| end == "pth"));
        let lines: Vec<String> = named.filter_map(|file| fs::read_to_string(file).ok()).collect();
        for folder in lines.iter().flat_map(|text| text.lines()).map(|line| Path::new(line.trim())) {
            if folder.is_absolute() && folder.is_dir() && is_of_one_bot(folder) {
                self.show(folder.to_owned());
            }
        }
    }

    /// Hides Parlor, unless it is the bot, and its Python package from the bots of others.
    fn hide_parlor(&mut self, command: &EngineCommand, own_programs: &[PathBuf]) {
        let path = env::var_os("PATH").unwrap_or_default();
        let others = env::split_paths(&path).map(|folder| folder.join("parlor")).filter(|program| program.is_file());
        let real = |path: &Path| fs::canonicalize(path).ok();
        let own = own_programs.iter().cloned().chain(others);
        let mut hidden: Vec<PathBuf> = own.flat_map(|program| [real(&program), Some(program)]).flatten().collect();
        hidden.retain(|program| real(program) != real(&self.program));
        if command.is_foreign && command.arguments.get(..2) != Some(&ADAPTER.map(str::to_owned)) {
            hidden.extend(self.libraries().flat_map(|library| find_packages(&library)));
        }
        hidden.retain(|path| is_system(path) || self.shown.iter().any(|shown| path.starts_with(shown)));
        hidden.sort();
        hidden.dedup();
        self.hidden = hidden;
    }

    fn libraries(&self) -> impl Iterator<Item = PathBuf> {
        let is_library = |shown: &&PathBuf| shown.ends_with("lib") || shown.ends_with("lib64");
        let system = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64"].map(PathBuf::from);
        system.into_iter().chain(self.shown.iter().filter(is_library).cloned())
    }
}

/// Folders with packages of Python in a folder of libraries.
fn site_packages(library: &Path) -> Vec<PathBuf> {
    let versions = fs::read_dir(library).into_iter().flatten().flatten();
    let versions = versions.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"python3"));
    versions.flat_map(|entry| ["site-packages", "dist-packages"].map(|name| entry.path().join(name))).collect()
}

fn find_packages(library: &Path) -> Vec<PathBuf> {
    let packages = site_packages(library).into_iter().map(|folder| folder.join("parlor_games"));
    packages.filter(|package| package.is_dir()).collect()
}

/// Looks for a program as a shell in a folder does.
pub(super) fn find_program(name: &str, folder: &Path) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(absolute(folder, name)).filter(|path| path.is_file());
    }
    let path = env::var_os("PATH").unwrap_or_else(|| SEARCH_PATH.into());
    env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_absolute() && path.is_file())
}

/// The program that a shim of pyenv or rbenv starts in a folder. It is asked once: the answer takes longer
/// than a game's start.
fn behind_shim(shim: &Path, folder: &Path) -> Option<PathBuf> {
    static ANSWERS: Mutex<BTreeMap<(PathBuf, PathBuf), Option<PathBuf>>> = Mutex::new(BTreeMap::new());
    let ask = || {
        let managers = ["pyenv", "rbenv"].map(|name| shim.parent().unwrap_or(shim).with_file_name("bin").join(name));
        let manager = managers.into_iter().find(|manager| manager.is_file())?;
        let output = Command::new(manager).arg("which").arg(shim.file_name()?).current_dir(folder).output().ok()?;
        Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim())).filter(|program| program.is_file())
    };
    let mut answers = ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    answers.entry((shim.to_owned(), folder.to_owned())).or_insert_with(ask).clone()
}

/// The interpreter of a script.
fn interpreter(program: &Path, folder: &Path) -> Option<PathBuf> {
    let mut line = String::new();
    let file = BufReader::new(fs::File::open(program).ok()?);
    file.take(256).read_line(&mut line).ok()?;
    let mut words = line.strip_prefix("#!")?.split_whitespace();
    let first = words.next()?;
    let name = if Path::new(first).ends_with("env") { words.next()? } else { first };
    find_program(name, folder)
}

fn is_system(path: &Path) -> bool {
    SYSTEM.iter().chain(&SETTINGS).any(|folder| path.starts_with(folder))
}

/// Whether a program lies in the `bin` of some prefix.
fn is_installed(program: &Path) -> bool {
    program.parent().and_then(Path::file_name).is_some_and(|folder| folder == "bin")
}

/// Whether a folder has nothing but a bot: it is not the user's home, nor above it, nor one of the system.
fn is_of_one_bot(folder: &Path) -> bool {
    let is_shared = SHARED.iter().any(|shared| folder == Path::new(shared)) || folder == env::temp_dir();
    let has_home = env::home_dir().is_some_and(|home| home.starts_with(folder));
    !is_shared && !has_home
}

/// A path from a folder, without `.` and `..`.
pub(super) fn absolute(folder: &Path, path: impl AsRef<Path>) -> PathBuf {
    let mut whole = PathBuf::new();
    for component in folder.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            other => whole.push(other),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(command: &str) -> Result<View, StartError> {
        View::of(&EngineCommand::parse(command).unwrap(), None, &[])
    }

    #[test]
    fn bot_sees_the_folders_of_the_files_that_its_command_names() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("bots/ada");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("bot.py"), "").unwrap();
        fs::write(root.path().join("key"), "").unwrap();
        let (path, own) = (folder.display(), std::slice::from_ref(&folder));
        assert_eq!(view(&format!("/bin/sh {path}/bot.py")).unwrap().shown, own);
        assert_eq!(view(&format!("/bin/sh --model={path}/../ada/bot.py -cp {path}")).unwrap().shown, own);
        assert_eq!(view(&format!("folder={path} -- /bin/sh {}/key", root.path().display())).unwrap().shown, own);
        let home = env::home_dir().unwrap();
        assert!(!view(&format!("/bin/sh {} /", home.display())).unwrap().shown.contains(&home));
    }

    #[test]
    fn program_is_shown_with_what_is_installed_beside_it() {
        let root = tempfile::tempdir().unwrap();
        let prefix = root.path().join("venv");
        for folder in ["bin", "lib", "share"] {
            fs::create_dir_all(prefix.join(folder)).unwrap();
        }
        fs::write(prefix.join("bin/python3"), "").unwrap();
        let program = prefix.join("bin/python3");
        let shown = view(&format!("folder=/usr {} bot.py", program.display())).unwrap();
        assert_eq!(shown.shown, [prefix.join("bin"), prefix.join("lib")]);
        assert!(shown.search_path.starts_with(&format!("{}:", prefix.join("bin").display())));
        let elsewhere = root.path().join("elsewhere");
        let packages = prefix.join("lib/python3.11/site-packages");
        fs::create_dir(&elsewhere).unwrap();
        fs::create_dir_all(&packages).unwrap();
        fs::write(packages.join("own.pth"), format!("import site\n{}\n", elsewhere.display())).unwrap();
        let shown = view(&format!("folder=/usr {} bot.py", program.display())).unwrap();
        assert_eq!(shown.shown, [prefix.join("bin"), prefix.join("lib"), elsewhere]);
        let refused = view(&format!("folder=/usr -- {} bot.py", program.display()));
        assert_eq!(refused, Err(StartError::Outside(program.display().to_string())));
        fs::create_dir(root.path().join("shims")).unwrap();
        fs::write(root.path().join("shims/python3"), "").unwrap();
        let shim = root.path().join("shims/python3").display().to_string();
        assert_eq!(view(&shim), Err(StartError::Shim(shim)));
    }

    #[test]
    fn parlor_is_hidden_unless_it_is_the_bot() {
        let root = tempfile::tempdir().unwrap();
        let parlor = root.path().join("parlor");
        fs::write(&parlor, "").unwrap();
        fs::write(root.path().join("bot"), "").unwrap();
        let bot = |program: &str| {
            let command = EngineCommand::parse(&format!("{}/{program}", root.path().display())).unwrap();
            View::of(&command, None, std::slice::from_ref(&parlor)).unwrap()
        };
        assert_eq!(bot("bot").hidden, std::slice::from_ref(&parlor));
        assert_eq!(bot("parlor").hidden, [] as [PathBuf; 0]);
    }
}
