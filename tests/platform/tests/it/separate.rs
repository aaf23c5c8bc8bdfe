//! The services as processes of their own, which talk to each other over gRPC.

use std::io::{BufRead, BufReader};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};

use corners_client::{Corners, Options, Session, Update};
use corners_platform_tests::untimed;
use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::game::v1::{self as game, table_event::Kind};
use corners_proto::ids::RequestId;

/// One service as a process. Killed when dropped.
struct Service {
    name: &'static str,
    folder: PathBuf,
    environment: Vec<(&'static str, String)>,
    process: Child,
}

impl Service {
    /// Starts the program and waits until it says that it is serving.
    fn start(name: &'static str, folder: &Path, environment: Vec<(&'static str, String)>) -> Self {
        let folder = folder.join(name);
        let process = spawn(name, &folder, &environment);
        Self {
            name,
            folder,
            environment,
            process,
        }
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    fn start_again(&mut self) {
        self.process = spawn(self.name, &self.folder, &self.environment);
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(name: &str, folder: &Path, environment: &[(&'static str, String)]) -> Child {
    let mut program = std::env::current_exe().unwrap();
    program.pop();
    program.pop();
    program.push(name);
    let mut process = Command::new(&program)
        .env("CORNERS_DATA__FOLDER", folder)
        .envs(environment.iter().map(|(key, value)| (key, value)))
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{} does not start ({error}): build it first", program.display()));
    let mut log = BufReader::new(process.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let serving = log.find(|line| line.contains("serving"));
    assert!(serving.is_some(), "{name} ended before it was serving");
    // Whoever does not read a pipe blocks its writer.
    std::thread::spawn(move || log.for_each(drop));
    process
}

/// The three services, on a loopback address that no other test process has.
struct Services {
    accounts: Service,
    clock: Service,
    authority: Service,
    address: Ipv4Addr,
}

impl Services {
    fn start(folder: &Path) -> Self {
        let address = an_address_of_our_own();
        let listen = |port: u16| ("CORNERS_SERVER__LISTEN", format!("{address}:{port}"));
        let internal = |port: u16| ("CORNERS_PEERS__INTERNAL_LISTEN", format!("{address}:{port}"));
        let jwks = folder.join("corners-accounts/jwks.json").display().to_string();
        let accounts = Service::start("corners-accounts", folder, vec![listen(7001)]);
        let to_authority = ("CORNERS_PEERS__GAME_AUTHORITY", format!("http://{address}:7013"));
        let clock = Service::start(
            "corners-clock",
            folder,
            vec![listen(7002), internal(7012), to_authority],
        );
        let to_clock = ("CORNERS_PEERS__CLOCK", format!("http://{address}:7012"));
        let settings = vec![listen(7003), internal(7013), to_clock, ("CORNERS_PEERS__JWKS", jwks)];
        let authority = Service::start("corners-game-authority", folder, settings);
        Self {
            accounts,
            clock,
            authority,
            address,
        }
    }

    async fn connect(&self, port: u16) -> Corners {
        Corners::connect(&format!("http://{}:{port}", self.address), Options::default())
            .await
            .unwrap()
    }

    /// A guest of accounts, calling game-authority.
    async fn player(&self) -> Session {
        let mut accounts = AccountsServiceClient::new(self.connect(7001).await.channel());
        let request = CreateGuestRequest {
            request_id: RequestId::random().to_string(),
        };
        let guest = accounts.create_guest(request).await.unwrap().into_inner();
        self.connect(7003).await.session(guest.account, &guest.token).unwrap()
    }
}

/// A loopback address for each start: made of the process's id (22 bits) and how many were given out before.
fn an_address_of_our_own() -> Ipv4Addr {
    static GIVEN: AtomicU8 = AtomicU8::new(0);
    let [_, high, middle, low] = std::process::id().to_be_bytes();
    let given = GIVEN.fetch_add(1, Ordering::Relaxed);
    assert!(given < 3, "more starts than addresses");
    Ipv4Addr::new(127, high % 64 + 64 * (given + 1), middle, low)
}

fn both_seats(time_control: game::TimeControl) -> game::CreateTableRequest {
    game::CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        time_control: Some(time_control),
        seats: game::CreatorSeats::Both.into(),
        ..game::CreateTableRequest::default()
    }
}

fn one_second() -> game::TimeControl {
    let reserve = Some(prost_types::Duration { seconds: 1, nanos: 0 });
    let real_time = game::RealTime {
        reserve,
        increment: None,
    };
    game::TimeControl {
        kind: Some(game::time_control::Kind::RealTime(real_time)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_across_the_services() {
    let folder = tempfile::tempdir().unwrap();
    let services = Services::start(folder.path());
    let player = services.player().await;
    let table = player.create_table(both_seats(one_second())).await.unwrap();
    let mut watch = player.watch([table.id.clone()]);
    assert!(matches!(watch.next().await, Some(Ok(Update::Snapshot(_)))));
    player.play(&table.id, "c3-d3", None).await.unwrap();
    player.play(&table.id, "f6-e6", None).await.unwrap();
    let ending = loop {
        match watch.next().await.unwrap().unwrap() {
            Update::Snapshot(table) => assert_eq!(table.state.unwrap().ending, None, "it was watched from the start"),
            Update::Event(event) => {
                if let Some(Kind::GameEnded(ended)) = event.kind {
                    break ended.ending.unwrap();
                }
            }
        }
    };
    assert_eq!(ending.reason(), game::EndReason::Timeout);
    assert_eq!(ending.result(), game::Result::BlackWins);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_goes_on_once_a_killed_service_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut services = Services::start(folder.path());
    let player = services.player().await;
    let table = player.create_table(both_seats(untimed())).await.unwrap();
    player.play(&table.id, "c3-d3", None).await.unwrap();

    // Accounts is not needed for what its tokens prove.
    services.accounts.kill();
    services.clock.kill();
    let waiting = tokio::spawn({
        let (player, id) = (player.clone(), table.id.clone());
        async move { player.play(&id, "f6-e6", None).await }
    });
    services.clock.start_again();
    waiting.await.unwrap().unwrap();

    services.authority.kill();
    services.authority.start_again();
    player.play(&table.id, "d3-e3", None).await.unwrap();
    let moves = player.get_table(&table.id).await.unwrap().moves;
    let paths: Vec<_> = moves.into_iter().map(|played| played.path).collect();
    assert_eq!(paths, ["c3-d3", "f6-e6", "d3-e3"]);
    services.accounts.start_again();
}
