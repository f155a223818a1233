//! Clients of a simulation: they come and go, send what they like, and repeat it.

use std::time::Duration;

use parlor_match::Command;
use parlor_room::{ClientId, ClientMessage, MatchId, RequestId, RoomCommand, SecretHash};

use super::world::World;

pub(super) const HOST: SecretHash = SecretHash([1; 32]);
pub(super) const FRIEND: SecretHash = SecretHash([2; 32]);
pub(super) const RIVAL: SecretHash = SecretHash([3; 32]);
pub(super) const SPECTATOR: SecretHash = SecretHash([4; 32]);
pub(super) const INVITATION: SecretHash = SecretHash([5; 32]);

impl World {
    /// One thing that a client does.
    pub(super) fn act(&mut self) {
        let action = self.random.below(100);
        match action {
            0..6 => self.join_as(&[HOST, FRIEND, RIVAL, SPECTATOR]),
            6..9 => self.leave(),
            9 if self.random.below(20) == 0 => self.flood(),
            // A timer that nobody needs harms nothing.
            10 => self.room.wake(self.now),
            _ if self.clients.is_empty() => self.join_as(&[HOST]),
            _ => {
                let command = self.command();
                self.send(command);
            }
        }
    }

    pub(super) fn join_as(&mut self, tokens: &[SecretHash]) {
        let token = *self.random.choose(tokens).unwrap();
        self.latest_id += 1;
        let client = ClientId(self.latest_id);
        self.log(|| format!("{client:?} joins with {:?}", token.0[0]));
        match self.room.join(client, token, "Ann", self.now) {
            Ok(welcome) => {
                self.clients.push((client, token));
                self.check_told(&welcome);
            }
            Err(error) if self.is_superseded || self.clients.len() >= 200 => drop(error),
            Err(error) => self.fail(format!("{client:?} cannot join: {error}")),
        }
    }

    fn leave(&mut self) {
        if self.clients.is_empty() {
            return;
        }
        let (client, _) = self.clients.swap_remove(self.random.below(self.clients.len()));
        self.log(|| format!("{client:?} leaves"));
        self.room.leave(client, self.now);
    }

    /// More commands at once than may wait. What is too much is refused as busy, and nothing is forgotten.
    fn flood(&mut self) {
        for _ in 0..80 {
            if self.clients.is_empty() {
                return;
            }
            let command = self.command();
            self.send(command);
        }
        if self.requests.len() > 65 {
            self.fail(format!("{} commands wait", self.requests.len()));
        }
    }

    /// Anything that a client may send, mostly moves of the player to move.
    fn command(&mut self) -> RoomCommand {
        let ply = self.replica.ply();
        let (mut client, _) = *self.random.choose(&self.clients).unwrap();
        let token = *self.random.choose(&[HOST, FRIEND, RIVAL]).unwrap();
        match self.random.below(40) {
            0 => message(client, ClientMessage::TakeBack { ply }),
            1 if self.random.below(3) == 0 => message(client, ClientMessage::Resign),
            2 => message(client, ClientMessage::ClaimTime),
            3 => RoomCommand::Match { client, ply, command: Command::Play("no move".to_owned()) },
            4 | 5 => {
                let (seconds, is_paused) = ([0.0, 0.5, 99.0][self.random.below(3)], self.random.below(4) == 0);
                RoomCommand::SetPace { client, seconds, is_paused }
            }
            6..9 => RoomCommand::ClaimSeat { invitation: INVITATION, token },
            9 => RoomCommand::ClaimSeat { invitation: RIVAL, token },
            10 => {
                let id = format!("{:x>16}", char::from(b'a' + (self.requests.len() % 8) as u8));
                RoomCommand::Rematch { token, swap: self.random.below(2) == 0, id: MatchId::parse(&id).unwrap() }
            }
            11..14 => {
                let engine = [None, Some("random".to_owned()), Some("no-such-engine".to_owned())];
                let engine = engine[self.random.below(3)].clone();
                message(client, ClientMessage::Retry { engine })
            }
            other => {
                let ply = if other == 14 { ply.saturating_sub(1) } else { ply };
                let turn = self.replica.turn();
                let holder = self.clients.iter().find(|(_, token)| self.participants.rights(*token).has_seat(turn));
                if let Some((holder, _)) = holder.filter(|_| other > 17) {
                    client = *holder;
                }
                let moves = self.replica.game().legal_moves();
                let notation = self.random.choose(&moves).cloned().unwrap_or_default();
                message(client, ClientMessage::Play { ply, notation })
            }
        }
    }

    pub(super) fn send(&mut self, command: RoomCommand) {
        self.latest_id += 1;
        let request = RequestId(self.latest_id);
        self.log(|| format!("{request:?}: {command:?}"));
        self.requests.insert(request, command.clone());
        self.room.request(request, command, self.now);
        self.perform();
    }

    /// Time until the next thing that a client does.
    pub(super) fn think_time(&mut self) -> Duration {
        let longest = [Duration::from_millis(5), Duration::from_millis(300), Duration::from_millis(1500)];
        let rare = if self.random.below(40) == 0 { Duration::from_secs(90) } else { Duration::ZERO };
        let longest = rare.max(*self.random.choose(&longest).unwrap());
        super::microseconds(&mut self.random, longest)
    }
}

fn message(client: ClientId, message: ClientMessage) -> RoomCommand {
    message.into_command(client).unwrap_or_else(|message| panic!("{message:?} is a command"))
}
