//! New signing keys.

use std::io::ErrorKind;
use std::sync::Arc;

use corners_proto::accounts::v1::{RotateSigningKeyRequest, RotateSigningKeyResponse};
use corners_proto::error::{Reason, Refusal};
use tonic::Status;

use super::Admin;
use crate::accounts::Accounts;
use crate::domain::Action;
use crate::refusals::caused_by;
use crate::signing::KeyError;
use crate::store::Write;

impl Accounts {
    pub(super) async fn admin_rotate_key(
        &self,
        admin: &Admin,
        _: RotateSigningKeyRequest,
    ) -> Result<RotateSigningKeyResponse, Status> {
        let (signer, now) = (Arc::clone(&self.signer), admin.call.now);
        let made = tokio::task::spawn_blocking(move || signer.rotate(now)).await;
        let internal = || Refusal::new(Reason::Internal, "cannot make a signing key");
        let key = made
            .map_err(|error| caused_by(internal(), error))?
            .map_err(|error| match &error {
                KeyError::File { source, .. } if is_read_only(source.kind()) => {
                    let message =
                        "the folder of the signing keys cannot be written; add a key there (docs/accounts.md says how)";
                    caused_by(Refusal::new(Reason::KeysReadOnly, message), error)
                }
                _ => caused_by(internal(), error),
            })?;
        let mut record = admin.record(Action::AdminRotateKey, None, "");
        record.subject.clone_from(&key.id);
        self.store(&admin.call, vec![Write::Record(record)]).await?;
        Ok(RotateSigningKeyResponse {
            key: key.id,
            sign_from_time: Some(key.sign_from.into()),
        })
    }
}

const fn is_read_only(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}
