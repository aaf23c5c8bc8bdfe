//! The way of a call to the server that it belongs to.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use redis::{Cmd, ServerError, Value, cmd};
use tokio::time::{Instant, sleep};

use crate::address::NodeAddress;
use crate::call::Call;
use crate::error::RedisFault;
use crate::map::Map;
use crate::node::Node;
use crate::reply::fault_of;
use crate::script::Script;
use crate::topology::Chart;

/// How often a call is sent at most: the script may be unknown, and the slot on its way to another server.
const ATTEMPTS: usize = 5;

/// Before a call is sent again to a slot that is being moved.
const PAUSE: Duration = Duration::from_millis(20);

/// Calls of one moment, that have until the deadline.
pub(crate) struct Route<'a> {
    pub(crate) chart: &'a Chart,
    pub(crate) deadline: Instant,
}

impl Route<'_> {
    /// Sends one call.
    pub(crate) async fn one(&self, call: &Call) -> Result<Value, RedisFault> {
        let map = self.chart.map();
        let node = self.owner(&map, call)?;
        let answer = node.send(call.packed(), self.deadline).await;
        self.settle(call, &node, answer).await
    }

    /// Sends many calls, to each server at once; answers in their order.
    pub(crate) async fn all(&self, calls: &[Call]) -> Vec<Result<Value, RedisFault>> {
        let map = self.chart.map();
        let mut answers: Vec<Option<Result<Value, RedisFault>>> = calls.iter().map(|_| None).collect();
        let mut groups: Vec<Group> = Vec::new();
        for (position, call) in calls.iter().enumerate() {
            match self.owner(&map, call) {
                Err(fault) => answers[position] = Some(Err(fault)),
                Ok(node) => match groups.iter_mut().find(|group| Arc::ptr_eq(&group.node, &node)) {
                    Some(group) => group.positions.push(position),
                    None => groups.push(Group {
                        node,
                        positions: vec![position],
                    }),
                },
            }
        }
        let answered = join_all(groups.iter().map(|group| self.group(group, calls))).await;
        for (position, answer) in answered.into_iter().flatten() {
            answers[position] = Some(answer);
        }
        let unanswered = || Err(RedisFault::Unavailable("no answer".to_owned()));
        answers
            .into_iter()
            .map(|answer| answer.unwrap_or_else(unanswered))
            .collect()
    }

    async fn group(&self, group: &Group, calls: &[Call]) -> Vec<(usize, Result<Value, RedisFault>)> {
        let mut answers = self.send_group(group, calls, &[]).await;
        let unknown = unknown_scripts(&answers, calls);
        if !unknown.is_empty() {
            let again: Vec<usize> = answers
                .iter()
                .filter(|(_, answer)| is_no_script(answer))
                .map(|(position, _)| *position)
                .collect();
            answers.retain(|(_, answer)| !is_no_script(answer));
            let group = Group {
                node: Arc::clone(&group.node),
                positions: again,
            };
            answers.extend(self.send_group(&group, calls, &unknown).await);
        }
        let settled = answers
            .into_iter()
            .map(async |(position, answer)| (position, self.settle(&calls[position], &group.node, answer).await));
        join_all(settled).await
    }

    /// Sends the calls of a group in one go; the first call of each unknown script brings its text along.
    async fn send_group(
        &self,
        group: &Group,
        calls: &[Call],
        unknown: &[Script],
    ) -> Vec<(usize, Result<Value, RedisFault>)> {
        let mut commands = redis::Pipeline::with_capacity(group.positions.len());
        let mut unknown = unknown.to_vec();
        for position in &group.positions {
            let call = &calls[*position];
            let is_unknown = |script: &Script| call.script_of().is_some_and(|own| own.is(script));
            match unknown.iter().position(is_unknown) {
                Some(first) => {
                    unknown.remove(first);
                    commands.add_command(call.with_source());
                }
                None => {
                    commands.add_command(call.packed().clone());
                }
            }
        }
        let positions = group.positions.iter().copied();
        match group.node.send_all(&commands, self.deadline).await {
            Ok(values) => positions.zip(values.into_iter().map(Ok)).collect(),
            Err(fault) => positions.map(|position| (position, Err(fault.clone()))).collect(),
        }
    }

    /// Makes of what a server answered what the caller gets; sends the call again where the server says so.
    async fn settle(
        &self,
        call: &Call,
        node: &Arc<Node>,
        answer: Result<Value, RedisFault>,
    ) -> Result<Value, RedisFault> {
        let mut node = Arc::clone(node);
        let mut answer = answer;
        for _ in 1..ATTEMPTS {
            let error = match answer {
                Ok(Value::ServerError(error)) => error,
                Ok(value) => return node.judge(Ok(value)),
                Err(fault) => return Err(fault),
            };
            answer = match error.code() {
                "NOSCRIPT" if call.script_of().is_some() => node.send(&call.with_source(), self.deadline).await,
                "MOVED" => {
                    node = self
                        .moved_to(&node, &error)
                        .ok_or_else(|| self.refused(&node, &error))?;
                    node.send(call.packed(), self.deadline).await
                }
                "ASK" => {
                    let other = self
                        .asked_to(&node, &error)
                        .ok_or_else(|| self.refused(&node, &error))?;
                    // With the script's text: that server may not know it.
                    self.ask(&other, &call.with_source()).await
                }
                "TRYAGAIN" => {
                    sleep(PAUSE).await;
                    node.send(call.packed(), self.deadline).await
                }
                _ => return Err(self.refused(&node, &error)),
            };
        }
        match answer {
            Ok(Value::ServerError(error)) => Err(self.refused(&node, &error)),
            Ok(value) => node.judge(Ok(value)),
            Err(fault) => Err(fault),
        }
    }

    fn refused(&self, node: &Node, error: &ServerError) -> RedisFault {
        if matches!(error.code(), "READONLY" | "CLUSTERDOWN" | "MASTERDOWN") {
            self.chart.doubt();
        }
        match node.judge(Err::<Value, _>(fault_of(error))) {
            Err(fault) => fault,
            Ok(_) => RedisFault::Failed("an error that is none".to_owned()),
        }
    }

    /// The server that the slot is now served by.
    fn moved_to(&self, node: &Node, error: &ServerError) -> Option<Arc<Node>> {
        let (slot, address) = redirection(node, error)?;
        Some(self.chart.moved(slot, &address))
    }

    /// The server that a slot is on its way to: nothing is remembered of it.
    fn asked_to(&self, node: &Node, error: &ServerError) -> Option<Arc<Node>> {
        let (_, address) = redirection(node, error)?;
        Some(self.chart.node_at(&address))
    }

    async fn ask(&self, node: &Node, command: &Cmd) -> Result<Value, RedisFault> {
        let mut commands = redis::Pipeline::with_capacity(2);
        commands.add_command(cmd("ASKING")).add_command(command.clone());
        let answers = node.send_all(&commands, self.deadline).await?;
        let no_answer = || RedisFault::Unavailable("no answer".to_owned());
        answers.into_iter().nth(1).ok_or_else(no_answer)
    }

    fn owner(&self, map: &Map, call: &Call) -> Result<Arc<Node>, RedisFault> {
        let slot = if map.is_cluster() { call.slot() } else { None };
        map.owner(slot).cloned().ok_or_else(|| {
            self.chart.doubt();
            RedisFault::Unavailable("no master serves the slot".to_owned())
        })
    }
}

/// The calls of a pipeline that belong to one server.
struct Group {
    node: Arc<Node>,
    positions: Vec<usize>,
}

fn is_no_script(answer: &Result<Value, RedisFault>) -> bool {
    matches!(answer, Ok(Value::ServerError(error)) if error.code() == "NOSCRIPT")
}

fn unknown_scripts(answers: &[(usize, Result<Value, RedisFault>)], calls: &[Call]) -> Vec<Script> {
    let mut unknown: Vec<Script> = Vec::new();
    for (position, answer) in answers {
        let Some(script) = calls[*position].script_of() else {
            continue;
        };
        if is_no_script(answer) && unknown.iter().all(|known| !known.is(script)) {
            unknown.push(script.clone());
        }
    }
    unknown
}

/// `MOVED <slot> <host>:<port>`; without a host, it is the one that was asked.
fn redirection(node: &Node, error: &ServerError) -> Option<(u16, NodeAddress)> {
    let mut words = error.details()?.split_ascii_whitespace();
    let slot = words.next()?.parse().ok()?;
    let (host, port) = words.next()?.rsplit_once(':')?;
    let host = if host.is_empty() { &node.address.host } else { host };
    let port = port.parse().ok()?;
    Some((
        slot,
        NodeAddress {
            host: host.to_owned(),
            port,
        },
    ))
}
