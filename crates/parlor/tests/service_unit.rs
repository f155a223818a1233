//! The server under the system call filter of the shipped unit file, as systemd would apply it, with and without an
//! external engine.

#![cfg(all(target_os = "linux", target_arch = "x86_64", feature = "web"))]

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const UNIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/deploy/parlor.service");
/// User without privileges, as those of `DynamicUser=yes`.
const USER: u32 = 65534;

/// Groups of system calls of systemd 252 (Debian 12), as printed by `systemd-analyze syscall-filter`; calls that only other
/// architectures have are left out.
const GROUPS: &str = "\
@aio: io_cancel io_destroy io_getevents io_pgetevents io_setup io_submit io_uring_enter io_uring_register
  io_uring_setup
@basic-io: close close_range dup dup2 dup3 lseek pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readv
  write writev
@chown: chown fchown fchownat lchown
@clock: adjtimex clock_adjtime clock_settime settimeofday
@default: arch_prctl brk clock_getres clock_gettime clock_nanosleep execve exit exit_group futex futex_waitv
  get_robust_list get_thread_area getegid geteuid getgid getgroups getpgid getpgrp getpid getppid getrandom
  getresgid getresuid getrlimit getsid gettid gettimeofday getuid membarrier mmap mprotect munmap nanosleep
  pause prlimit64 restart_syscall rseq rt_sigreturn sched_getaffinity sched_yield set_robust_list
  set_thread_area set_tid_address time uretprobe
@file-system: access chdir chmod close creat faccessat faccessat2 fallocate fchdir fchmod fchmodat fchmodat2
  fcntl fgetxattr flistxattr fremovexattr fsetxattr fstat fstatfs ftruncate futimesat getcwd getdents getdents64
  getxattr inotify_add_watch inotify_init inotify_init1 inotify_rm_watch lgetxattr link linkat listxattr
  llistxattr lremovexattr lsetxattr lstat mkdir mkdirat mknod mknodat newfstatat open openat openat2 readlink
  readlinkat removexattr rename renameat renameat2 rmdir setxattr stat statfs statx symlink symlinkat truncate
  unlink unlinkat utime utimensat utimes
@io-event: epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait epoll_pwait2 epoll_wait epoll_wait_old
  eventfd eventfd2 poll ppoll pselect6 select
@ipc: memfd_create mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink msgctl msgget msgrcv
  msgsnd pipe pipe2 process_madvise process_vm_readv process_vm_writev semctl semget semop semtimedop shmat
  shmctl shmdt shmget
@keyring: add_key keyctl request_key
@memlock: mlock mlock2 mlockall munlock munlockall
@module: delete_module finit_module init_module
@network-io: accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg
  sendmmsg sendmsg sendto setsockopt shutdown socket socketpair
@privileged: @chown @clock @module @raw-io @reboot @swap _sysctl acct bpf capset chroot fanotify_init
  fanotify_mark nfsservctl open_by_handle_at pivot_root quotactl quotactl_fd setdomainname setfsuid setgroups
  sethostname setresuid setreuid setuid vhangup
@process: capget clone clone3 execveat fork getrusage kill pidfd_open pidfd_send_signal prctl rt_sigqueueinfo
  rt_tgsigqueueinfo setns tgkill times tkill unshare vfork wait4 waitid
@raw-io: ioperm iopl
@reboot: kexec_file_load kexec_load reboot
@resources: ioprio_set mbind migrate_pages move_pages sched_setaffinity sched_setattr sched_setparam
  sched_setscheduler set_mempolicy set_mempolicy_home_node setpriority setrlimit
@setuid: setgid setgroups setregid setresgid setresuid setreuid setuid
@signal: rt_sigaction rt_sigpending rt_sigprocmask rt_sigsuspend rt_sigtimedwait sigaltstack signalfd signalfd4
@swap: swapoff swapon
@sync: fdatasync fsync msync sync sync_file_range syncfs
@system-service: @aio @basic-io @chown @default @file-system @io-event @ipc @keyring @memlock @network-io
  @process @resources @setuid @signal @sync @timer capget capset copy_file_range fadvise64 flock get_mempolicy
  getcpu getpriority ioctl ioprio_get kcmp madvise mremap name_to_handle_at personality readahead
  remap_file_pages sched_get_priority_max sched_get_priority_min sched_getattr sched_getparam sched_getscheduler
  sched_rr_get_interval sched_yield sendfile setfsgid setfsuid setpgid setsid splice sysinfo tee umask uname
  userfaultfd vmsplice
@timer: alarm getitimer setitimer timer_create timer_delete timer_getoverrun timer_gettime timer_settime
  timerfd_create timerfd_gettime timerfd_settime times
";

/// System calls of a name in a filter: those of a group, or the call itself.
fn expand(name: &str) -> BTreeSet<&'static str> {
    // A line that is not indented begins a group.
    let mut members = Vec::new();
    let mut is_inside = false;
    for line in GROUPS.lines() {
        let (first, rest) = line.split_once(": ").map_or((None, line), |(group, rest)| (Some(group), rest));
        is_inside = first.map_or(is_inside, |group| group == name);
        if is_inside {
            members.extend(rest.split_whitespace());
        }
    }
    let calls = |name: &'static str| if name.starts_with('@') { expand(name) } else { BTreeSet::from([name]) };
    members.into_iter().flat_map(calls).collect()
}

/// The allowed system calls of a unit file, and what happens at any other: as systemd.exec(5) says.
fn read_filter(unit: &str) -> (BTreeSet<String>, Value) {
    let values = |key: &str| -> Vec<String> {
        unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).map(str::to_owned).collect()
    };
    let calls = |name: &str| -> Vec<String> {
        match name.strip_prefix('@') {
            Some(_) => expand(name).into_iter().map(str::to_owned).collect(),
            None => vec![name.to_owned()],
        }
    };
    // A list that begins with allowed calls always has these.
    let mut allowed: BTreeSet<String> = calls("@default").into_iter().collect();
    for line in values("SystemCallFilter") {
        let (is_denied, names) = line.strip_prefix('~').map_or((false, &*line), |names| (true, names));
        for call in names.split_whitespace().flat_map(calls) {
            if is_denied {
                allowed.remove(&call);
            } else {
                allowed.insert(call);
            }
        }
    }
    let otherwise = match values("SystemCallErrorNumber").first().map(String::as_str) {
        None => json!("kill_process"),
        Some("EPERM") => json!({ "errno": 1 }),
        Some(other) => panic!("{other} is not known to this test"),
    };
    (allowed, otherwise)
}

fn compile_filter(unit: &str) -> seccompiler::BpfProgram {
    let (allowed, otherwise) = read_filter(unit);
    assert!(allowed.len() > 200 && allowed.contains("openat") && !allowed.contains("mount"), "{allowed:?}");
    let rules: Vec<Value> = allowed.iter().map(|call| json!({ "syscall": call })).collect();
    let filter = json!({ "unit": { "mismatch_action": otherwise, "match_action": "allow", "filter": rules } });
    let architecture = env::consts::ARCH.try_into().unwrap();
    let mut filters = seccompiler::compile_from_json(filter.to_string().as_bytes(), architecture).unwrap();
    filters.remove("unit").unwrap()
}

/// Text of the unit and the words of a command, for [`confined_command`].
const COMMAND: &str = "PARLOR_TEST_CONFINED_COMMAND";

/// Not a test, but the launcher of the others: confines itself and becomes the command, as systemd does.
#[test]
fn confined_command() {
    let Ok(text) = env::var(COMMAND) else { return };
    let (unit, words): (String, Vec<String>) = serde_json::from_str(&text).unwrap();
    seccompiler::apply_filter(&compile_filter(&unit)).unwrap();
    panic!("{}", Command::new(&words[0]).args(&words[1..]).exec());
}

/// A link to a program, or a copy of it, in a folder that an ordinary user can enter.
fn link_into(folder: &Path, program: &Path, name: &str) -> PathBuf {
    let link = folder.join(name);
    fs::hard_link(program, &link).or_else(|_| fs::copy(program, &link).map(drop)).unwrap();
    link
}

/// Server in the confinement of its unit; ended when dropped.
struct ConfinedServer {
    child: Child,
    address: String,
}

impl Drop for ConfinedServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl ConfinedServer {
    /// Starts the real program below a folder, as an ordinary user if the test runs as root.
    fn start(folder: &Path, arguments: &[&str]) -> ConfinedServer {
        let program = link_into(folder, Path::new(env!("CARGO_BIN_EXE_parlor")), "parlor");
        let launcher = link_into(folder, &env::current_exe().unwrap(), "launcher");
        let data = folder.join("data");
        fs::create_dir(&data).unwrap();
        let words = [program.to_str().unwrap(), "serve", "--port", "0", "--data", data.to_str().unwrap()];
        let words = [&words[..], arguments].concat();
        let mut command = Command::new(launcher);
        command.args(["--exact", "confined_command", "--nocapture"]).current_dir(folder);
        command.env(COMMAND, json!([fs::read_to_string(UNIT).unwrap(), words]).to_string());
        command.env("HOME", &data).stdin(Stdio::null()).stdout(Stdio::piped());
        if rustix::process::geteuid().is_root() {
            fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
            chown(&data, Some(USER), Some(USER)).unwrap();
            command.uid(USER).gid(USER);
        }
        let mut child = command.spawn().unwrap();
        let stdout = child.stdout.take().unwrap();
        let mut server = ConfinedServer { child, address: String::new() };
        let (sender, first_line) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
            let found = lines.find_map(|line| Some(line.split_once("http://")?.1.split('/').next()?.to_owned()));
            let _ = sender.send(found);
            lines.for_each(drop);
        });
        let address = first_line.recv_timeout(Duration::from_secs(30)).ok().flatten();
        let Some(address) = address else { panic!("the server did not start: {:?}", server.child.try_wait()) };
        server.address = address;
        server
    }

    fn request(&self, head: &str, body: &str) -> (String, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let (host, length) = (&self.address, body.len());
        let headers = format!("Host: {host}\r\nConnection: close\r\nContent-Type: application/json");
        write!(stream, "{head} HTTP/1.1\r\n{headers}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().to_owned();
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    /// Waits until engines have made two moves in a match against themselves.
    fn plays(&self, engine: &str) {
        let seat = json!({ "kind": "engine", "engine": engine, "seconds": 0.5 });
        let setup = json!({ "game": "four-in-a-row", "options": {}, "position": null });
        let (status, created) =
            self.request("POST /api/matches", &json!({ "setup": setup, "seats": [seat, seat] }).to_string());
        assert_eq!(status, "200", "{created}");
        let path = format!("GET /api/matches/{}", created["id"].as_str().unwrap());
        let start = Instant::now();
        loop {
            let (_, state) = self.request(&path, "");
            assert_eq!(state["failure"], Value::Null);
            if state["ply"].as_u64() >= Some(2) {
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "{engine} does not play: {state}");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn server_starts_under_the_filter_of_its_unit() {
    let folder = tempfile::tempdir().unwrap();
    let server = ConfinedServer::start(folder.path(), &[]);
    assert_eq!(server.request("GET /healthz", "").0, "200");
    server.plays("greedy");
}

#[test]
fn external_engine_plays_under_the_filter_of_the_unit() {
    let folder = tempfile::tempdir().unwrap();
    let bot = "import json, sys\n\
        for line in sys.stdin:\n    message = json.loads(line)\n    \
        if message['type'] == 'go': print(message['legal'][0], flush=True)\n";
    fs::write(folder.path().join("bot.py"), bot).unwrap();
    let server = ConfinedServer::start(folder.path(), &["--engine", "tutor=exec:/usr/bin/python3 bot.py"]);
    server.plays("tutor");
}
