//! What the rules say of any position, without a table.

use corners_proto::error::{Refusal, Violations};
use corners_proto::game::v1 as proto;
use corners_rules::{Square, Variant};

use super::parse;
use crate::render;

pub(super) fn list_variants() -> proto::ListVariantsResponse {
    proto::ListVariantsResponse {
        variants: Variant::all().iter().map(render::variant).collect(),
    }
}

pub(super) fn list_legal_moves(
    request: &proto::ListLegalMovesRequest,
) -> Result<proto::ListLegalMovesResponse, Refusal> {
    let variant = parse::variant(&request.variant)?;
    let position = parse::position(variant, "position", &request.position)?;
    Ok(proto::ListLegalMovesResponse {
        moves: render::legal_moves(&position),
    })
}

pub(super) fn explain_move(request: &proto::ExplainMoveRequest) -> Result<proto::ExplainMoveResponse, Refusal> {
    use proto::explain_move_response::Verdict;
    let variant = parse::variant(&request.variant)?;
    let position = parse::position(variant, "position", &request.position)?;
    let mut violations = Violations::new();
    let Some(squares) = parse::path(&mut violations, &request.path) else {
        return Err(violations.refusal());
    };
    let verdict = match position.resolve(&squares) {
        Ok(path) => Verdict::Legal(proto::LegalMove {
            path: path.to_string(),
            returns_home: position.returns_home(path.as_move()),
        }),
        Err(illegal) => Verdict::Illegal(proto::IllegalMove {
            reason: illegal.code().to_owned(),
            squares: illegal.squares().iter().map(Square::to_string).collect(),
            description: illegal.to_string(),
        }),
    };
    Ok(proto::ExplainMoveResponse { verdict: Some(verdict) })
}
