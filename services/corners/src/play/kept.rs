//! Guests and players that this machine keeps, so that closing the terminal does not lose their seats.
//!
//! One file for each guest's seat and one for each player, in the user's state folder, readable by its owner only. A running `corners play` holds the lock
//! of its file: two terminals of one machine are two players.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use corners_client::proto::accounts::v1::Tokens;
use corners_service::config::environment;
use serde::{Deserialize, Serialize};

/// What is not renewed for so long is over anyway: a session lives for 90 days.
const KEPT_FOR: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// How many seats are kept at one server.
const MOST_KEPT: usize = 50;

/// More than any file that was written here holds.
const LONGEST_FILE: u64 = 64 * 1024;

/// How the files of players begin.
const PLAYER: &str = "player-";

/// A player of this machine.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct KeptPlayer {
    pub(crate) name: String,
    pub(crate) password: String,
    pub(crate) recovery_code: String,
}

/// A seat or a player, as its file has it.
#[derive(Debug, Deserialize, Serialize)]
struct Record {
    /// Empty for a player who sits nowhere.
    table: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<KeptPlayer>,
    account: String,
    access_token: String,
    access_expires_s: i64,
    refresh_token: String,
    refresh_expires_s: i64,
}

/// The seats that are kept at one server.
#[derive(Debug)]
pub(crate) struct Shelf(PathBuf);

/// The file of a seat, whose lock this process holds.
#[derive(Debug)]
pub(crate) struct Kept {
    file: File,
    path: PathBuf,
    record: Record,
}

/// A seat or a player that nobody goes on with.
#[derive(Debug)]
pub(crate) struct Left {
    pub(crate) kept: Kept,
    pub(crate) table: String,
    pub(crate) tokens: Tokens,
}

impl Shelf {
    /// The shelf for a server, in `$XDG_STATE_HOME/corners` or `~/.local/state/corners`; none for who has no home.
    pub(crate) fn of(server: &str) -> Option<Self> {
        let set = |name: &str| {
            let mut variables = environment().filter(|(variable, value)| variable == name && !value.is_empty());
            variables.next().map(|(_, value)| PathBuf::from(value))
        };
        let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")))?;
        Some(Self(state.join("corners").join(file_name(server))))
    }

    /// Keeps a new seat.
    pub(crate) fn keep(&self, table: &str, tokens: &Tokens) -> io::Result<Kept> {
        self.create()?;
        self.make_room();
        let name = format!("{}-{}.json", file_name(table), file_name(&tokens.account));
        self.write(&name, record(table, None, tokens))
    }

    /// Keeps a new player.
    pub(crate) fn keep_player(&self, player: KeptPlayer, tokens: &Tokens) -> io::Result<Kept> {
        self.create()?;
        let name = format!("{PLAYER}{}.json", file_name(&tokens.account));
        self.write(&name, record("", Some(player), tokens))
    }

    fn create(&self) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.0)
    }

    fn write(&self, name: &str, record: Record) -> io::Result<Kept> {
        let path = self.0.join(name);
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)?;
        file.try_lock()?;
        let mut kept = Kept { file, path, record };
        kept.write()?;
        Ok(kept)
    }

    /// The seat that was last left, at a table or at any, and that no other process goes on with.
    pub(crate) fn find(&self, table: Option<&str>) -> Option<Left> {
        let is_meant = |left: &Left| match table {
            Some(table) => left.table == table,
            None => !left.table.is_empty(),
        };
        let newest_first = self.files().into_iter().rev();
        newest_first.filter_map(|path| open(&path).ok()).find(is_meant)
    }

    /// The player who played last on this machine and whom no other process plays.
    pub(crate) fn find_player(&self) -> Option<Left> {
        let newest_first = self.files().into_iter().rev().filter(|path| is_player(path));
        newest_first
            .filter_map(|path| open(&path).ok())
            .find(|left| left.kept.player().is_some())
    }

    /// Forgets what is too old, and the oldest where there are too many. Players stay, and what another process goes on with.
    fn make_room(&self) {
        let mut files = self.files();
        files.retain(|path| !is_player(path));
        let too_many = files.len().saturating_sub(MOST_KEPT - 1);
        let is_old = |path: &Path| modified(path).elapsed().is_ok_and(|age| age > KEPT_FOR);
        for (index, path) in files.iter().enumerate() {
            let is_free = || File::open(path).is_ok_and(|file| file.try_lock().is_ok());
            if (index < too_many || is_old(path)) && is_free() {
                forget(path);
            }
        }
    }

    /// The files, oldest first. None where there is no folder yet.
    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let mut files: Vec<_> = paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .collect();
        files.sort_by_cached_key(|path| modified(path));
        files
    }
}

impl Kept {
    /// Writes the newest tokens down.
    pub(crate) fn store(&mut self, tokens: &Tokens) -> io::Result<()> {
        let (table, player) = (self.record.table.clone(), self.record.player.clone());
        self.record = record(&table, player, tokens);
        self.write()
    }

    /// Writes down at which table the player sits; empty: at none.
    pub(crate) fn sit(&mut self, table: &str) -> io::Result<()> {
        table.clone_into(&mut self.record.table);
        self.write()
    }

    /// Who it is, of those that have a name.
    pub(crate) fn player(&self) -> Option<&KeptPlayer> {
        self.record.player.as_ref()
    }

    /// Is found no more. The file stays, for its password, under another name.
    pub(crate) fn set_aside(&self) -> io::Result<()> {
        fs::rename(&self.path, self.path.with_extension("set-aside"))
    }

    /// The file stays the same, and so does its lock.
    fn write(&mut self) -> io::Result<()> {
        let text = serde_json::to_vec(&self.record)?;
        self.file.rewind()?;
        self.file.write_all(&text)?;
        self.file.set_len(text.len() as u64)?;
        self.file.sync_data()
    }

    /// Where it is kept.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

fn open(path: &Path) -> io::Result<Left> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    file.try_lock()?;
    let mut text = Vec::new();
    Read::by_ref(&mut file).take(LONGEST_FILE).read_to_end(&mut text)?;
    // What a process left behind that was killed while it wrote a shorter text is passed over.
    let mut records = serde_json::Deserializer::from_slice(&text).into_iter::<Record>();
    let record = records.next().ok_or(io::ErrorKind::UnexpectedEof)??;
    let time = |seconds| Some(prost_types::Timestamp { seconds, nanos: 0 });
    let tokens = Tokens {
        account: record.account.clone(),
        access_token: record.access_token.clone(),
        access_expire_time: time(record.access_expires_s),
        refresh_token: record.refresh_token.clone(),
        refresh_expire_time: time(record.refresh_expires_s),
    };
    let (path, table) = (path.to_owned(), record.table.clone());
    let kept = Kept { file, path, record };
    Ok(Left { kept, table, tokens })
}

fn record(table: &str, player: Option<KeptPlayer>, tokens: &Tokens) -> Record {
    let seconds = |time: Option<prost_types::Timestamp>| time.map_or(0, |time| time.seconds);
    Record {
        table: table.to_owned(),
        player,
        account: tokens.account.clone(),
        access_token: tokens.access_token.clone(),
        access_expires_s: seconds(tokens.access_expire_time),
        refresh_token: tokens.refresh_token.clone(),
        refresh_expires_s: seconds(tokens.refresh_expire_time),
    }
}

fn is_player(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(PLAYER))
}

/// Forgets a seat.
pub(crate) fn forget(path: &Path) {
    // Somebody else has done it if it is gone.
    let _ = fs::remove_file(path);
}

fn modified(path: &Path) -> SystemTime {
    let metadata = fs::metadata(path).and_then(|metadata| metadata.modified());
    metadata.unwrap_or(SystemTime::UNIX_EPOCH)
}

/// A text as the name of a file: whatever a server says, it stays in its folder.
fn file_name(text: &str) -> String {
    let plain = |character: char| {
        if character.is_ascii_alphanumeric() {
            character
        } else {
            '_'
        }
    };
    text.chars().take(100).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use tempfile::TempDir;

    use super::*;

    fn tokens(account: &str, refresh_token: &str) -> Tokens {
        Tokens {
            account: account.to_owned(),
            access_token: "access".to_owned(),
            refresh_token: refresh_token.to_owned(),
            ..Tokens::default()
        }
    }

    fn shelf(folder: &TempDir) -> Shelf {
        Shelf(folder.path().join("corners").join("server"))
    }

    #[test]
    fn a_seat_that_was_left_is_found_with_its_newest_tokens_by_one_process_at_a_time() {
        let folder = TempDir::new().unwrap();
        let shelf = shelf(&folder);
        assert!(shelf.find(None).is_none());
        let mut kept = shelf.keep("t", &tokens("a", "a long first token")).unwrap();
        kept.store(&tokens("a", "second")).unwrap();
        assert!(shelf.find(None).is_none(), "it is not left yet");
        drop(kept);
        assert!(shelf.find(Some("u")).is_none());
        let left = shelf.find(Some("t")).unwrap();
        assert_eq!(
            (left.table.as_str(), left.tokens.refresh_token.as_str()),
            ("t", "second")
        );
        assert!(shelf.find(Some("t")).is_none(), "somebody goes on with it");
        forget(left.kept.path());
        drop(left);
        assert!(shelf.find(Some("t")).is_none());
    }

    #[test]
    fn a_player_is_played_by_one_process_at_a_time_and_is_not_forgotten() {
        let folder = TempDir::new().unwrap();
        let shelf = shelf(&folder);
        let player = KeptPlayer {
            name: "Anna".to_owned(),
            password: "p".to_owned(),
            recovery_code: "r".to_owned(),
        };
        let mut kept = shelf.keep_player(player.clone(), &tokens("a", "r")).unwrap();
        assert!(shelf.find_player().is_none(), "somebody plays it");
        kept.sit("t").unwrap();
        kept.store(&tokens("a", "second")).unwrap();
        drop(kept);
        for number in 0..=MOST_KEPT {
            drop(shelf.keep("u", &tokens(&number.to_string(), "r")).unwrap());
        }
        let mut left = shelf.find(Some("t")).unwrap();
        assert_eq!(left.tokens.refresh_token, "second");
        left.kept.sit("").unwrap();
        drop(left);
        assert!(shelf.find(Some("t")).is_none());
        let left = shelf.find_player().unwrap();
        assert_eq!(left.kept.player(), Some(&player));
        left.kept.set_aside().unwrap();
        drop(left);
        assert!(shelf.find_player().is_none());
    }

    #[test]
    fn the_secrets_are_their_owners_alone() {
        let folder = TempDir::new().unwrap();
        let kept = shelf(&folder).keep("../../t", &tokens("a", "r")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&kept.path), mode(kept.path.parent().unwrap())), (0o600, 0o700));
        assert_eq!(kept.path.parent().unwrap(), folder.path().join("corners/server"));
    }

    #[test]
    fn a_torn_file_is_passed_over_and_the_number_of_files_is_bounded() {
        let folder = TempDir::new().unwrap();
        let shelf = shelf(&folder);
        for number in 0..=MOST_KEPT {
            drop(shelf.keep("t", &tokens(&number.to_string(), "r")).unwrap());
        }
        assert_eq!(shelf.files().len(), MOST_KEPT);
        for path in shelf.files() {
            fs::write(path, "{\"table\": \"t\"").unwrap();
        }
        assert!(shelf.find(None).is_none());
    }
}
