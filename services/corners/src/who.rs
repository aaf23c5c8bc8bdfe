//! As whom somebody speaks to the platform: a guest, a player who signs in, or the player of this machine.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use corners_client::proto::error::Reason;
use corners_client::{Corners, Error, Registered, Session};
use corners_service::startup::MainError;
use rand::RngExt;
use rand::distr::Alphanumeric;
use tokio::time::{Duration, timeout};

use crate::names::Names;
use crate::place::{PlaceArgs, read_token};
use crate::play::kept::{Kept, KeptPlayer, Left, Shelf, forget};
use crate::play::password::password;

/// How long leaving waits for the sign-out.
const FAREWELL: Duration = Duration::from_secs(2);

/// Of how many names one is free, or registering fails.
const NAMES_TRIED: u32 = 5;

/// The longest name of a player, in characters, without the digits that tell it from others.
const LONGEST_NAME: usize = 17;

/// As whom.
#[derive(Clone, Debug, Args)]
pub(crate) struct WhoArgs {
    /// Sign in as this player; the password is asked for
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// A file whose first line is the password
    #[arg(long, value_name = "FILE", requires = "name")]
    pub(crate) password_file: Option<PathBuf>,
    /// Be whom the personal access token in this file is of, such as a bot
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    pub(crate) token_file: Option<PathBuf>,
}

/// Somebody.
pub(crate) struct Who {
    pub(crate) session: Session,
    /// The file, of those that this machine keeps.
    kept: Option<KeptFile>,
    /// Who signed in signs out again.
    is_signed_in: bool,
}

impl WhoArgs {
    /// Whoever the command line names, if it names anybody.
    pub(crate) async fn named(&self, corners: &Corners) -> Result<Option<Who>, MainError> {
        let who = |session, is_signed_in| Who {
            session,
            kept: None,
            is_signed_in,
        };
        if let Some(name) = &self.name {
            let password = password(name, self.password_file.as_deref())?;
            return Ok(Some(who(corners.sign_in(name, &password).await?, true)));
        }
        let Some(file) = &self.token_file else {
            return Ok(None);
        };
        let session = corners.with_personal_token(&read_token(file)?).await?;
        Ok(Some(who(session, false)))
    }

    /// Whoever the command line names, else the player of this machine whom no other terminal plays; a newcomer is registered.
    /// What there is to say about it goes to `say`.
    pub(crate) async fn player(
        &self,
        corners: &Corners,
        place: &PlaceArgs,
        say: impl Fn(&str),
    ) -> Result<Who, MainError> {
        if let Some(who) = self.named(corners).await? {
            say(&format!("as {}", who.name().await));
            return Ok(who);
        }
        let shelf = Shelf::of(&place.server);
        while let Some(left) = shelf.as_ref().and_then(Shelf::find_player) {
            match come_back(corners, left).await? {
                Back::Here(who, name) => {
                    say(&format!("as {name}, a player of this machine"));
                    return Ok(*who);
                }
                Back::Unknown(name) => say(&format!(
                    "{name} is not known here any more, and set aside: --name signs a player in"
                )),
            }
        }
        let (registered, player) = register(corners).await?;
        let (session, name) = (registered.session, player.name.clone());
        let kept = shelf.zip(session.tokens());
        let kept = kept.and_then(|(shelf, tokens)| shelf.keep_player(player, &tokens).ok());
        match &kept {
            Some(kept) => say(&format!(
                "you are {name} from now on: a player of this machine, who is kept with the password in {}",
                kept.path().display()
            )),
            None => say(&format!(
                "you are {name} for this time: this machine cannot keep a player (--name signs one in)"
            )),
        }
        let kept = kept.map(|kept| KeptFile::follow(&session, kept));
        Ok(Who {
            session,
            kept,
            is_signed_in: false,
        })
    }
}

impl Who {
    /// What it is called.
    async fn name(&self) -> String {
        let account = self.session.account();
        Names::of(&self.session, [account]).await.name(account)
    }

    /// A new guest, who is kept once there is a table.
    pub(crate) async fn guest(corners: &Corners) -> Result<Self, Error> {
        Ok(Self {
            session: corners.guest().await?,
            kept: None,
            is_signed_in: false,
        })
    }

    /// Somebody whom this machine kept.
    pub(crate) fn kept(corners: &Corners, left: Left) -> Result<Self, Error> {
        let session = corners.session_from(left.tokens)?;
        let kept = KeptFile::follow(&session, left.kept);
        Ok(Self {
            session,
            kept: Some(kept),
            is_signed_in: false,
        })
    }

    /// Keeps the seat, if this machine lets it: where nothing can be written, the game goes on all the same.
    pub(crate) fn sit(&mut self, table: &str, place: &PlaceArgs) {
        if let Some(kept) = &self.kept {
            return kept.sit(table);
        }
        let Some((shelf, tokens)) = Shelf::of(&place.server).zip(self.session.tokens()) else {
            return;
        };
        if self.is_signed_in {
            return;
        }
        let kept = shelf.keep(table, &tokens).ok();
        self.kept = kept.map(|kept| KeptFile::follow(&self.session, kept));
    }

    /// Forgets a seat that can be taken no more.
    pub(crate) fn stand_up(&self) {
        if let Some(kept) = &self.kept {
            kept.stand_up();
        }
    }

    /// Leaves: who has signed in signs out.
    pub(crate) async fn leave(self) {
        if self.is_signed_in {
            // A platform that is away forgets the session by itself, in time.
            let _ = timeout(FAREWELL, self.session.sign_out()).await;
        }
    }
}

/// What became of a player of this machine.
enum Back {
    Here(Box<Who>, String),
    /// The platform has no such player, or another password: the name.
    Unknown(String),
}

/// Goes on as a player of this machine. One who was away for so long that the session is over signs in.
async fn come_back(corners: &Corners, left: Left) -> Result<Back, MainError> {
    let Left { kept, tokens, .. } = left;
    let mut session = corners.session_from(tokens)?;
    match session.my_account().await {
        Err(over @ Error::SessionOver { .. }) => {
            let Some(player) = kept.player().cloned() else {
                return Err(over.into());
            };
            session = match corners.sign_in(&player.name, &player.password).await {
                Err(unknown) if unknown.is(Reason::WrongCredentials) => {
                    kept.set_aside()?;
                    return Ok(Back::Unknown(player.name));
                }
                session => session?,
            };
        }
        account => {
            account?;
        }
    }
    let name = kept.player().map_or_else(String::new, |player| player.name.clone());
    let kept = KeptFile::follow(&session, kept);
    let who = Who {
        session,
        kept: Some(kept),
        is_signed_in: false,
    };
    Ok(Back::Here(Box::new(who), name))
}

/// Makes a player of a new guest, whose name it takes.
async fn register(corners: &Corners) -> Result<(Registered, KeptPlayer), Error> {
    let guest = corners.guest().await?;
    let players = guest.players([guest.account()]).await?;
    let guest_name = players
        .into_iter()
        .next()
        .map_or_else(String::new, |guest| guest.display_name);
    let letters = guest_name.chars().filter(char::is_ascii_alphabetic).take(LONGEST_NAME);
    let letters: String = std::iter::once('P')
        .filter(|_| guest_name.is_empty())
        .chain(letters)
        .collect();
    let password: String = rand::rng().sample_iter(Alphanumeric).take(24).map(char::from).collect();
    let mut tries = 0;
    loop {
        let name = format!("{letters}{}", rand::rng().random_range(100..1000));
        tries += 1;
        match guest.register(&name, &password).await {
            Err(error) if error.is(Reason::NameTaken) && tries < NAMES_TRIED => {}
            registered => {
                let registered = registered?;
                let recovery_code = registered.recovery_code.clone();
                let player = KeptPlayer {
                    name,
                    password,
                    recovery_code,
                };
                return Ok((registered, player));
            }
        }
    }
}

/// The file of somebody, to which a task writes the newest tokens.
struct KeptFile(Arc<Mutex<Kept>>);

impl KeptFile {
    /// Writes a session's tokens down each time they are new, as long as the session goes on.
    fn follow(session: &Session, kept: Kept) -> Self {
        let kept = Arc::new(Mutex::new(kept));
        let written = Arc::clone(&kept);
        let mut news = session.new_tokens();
        let newest = session.tokens();
        tokio::spawn(async move {
            // They may have changed since the file was read.
            let mut tokens = newest;
            while let Some(current) = tokens {
                // A full disk costs the way back to the table, not the game.
                let _ = written.lock().unwrap_or_else(PoisonError::into_inner).store(&current);
                tokens = news.next().await;
            }
        });
        Self(kept)
    }

    fn sit(&self, table: &str) {
        let _ = self.0.lock().unwrap_or_else(PoisonError::into_inner).sit(table);
    }

    /// A guest is nobody without a seat; a player stays.
    fn stand_up(&self) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.player().is_some() {
            let _ = kept.sit("");
        } else {
            forget(kept.path());
        }
    }
}
