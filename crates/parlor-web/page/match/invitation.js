// Claim of a seat through an invitation link.

import { ApiError, claimSeat } from "../api.js";
import { toast } from "../dom.js";
import { findMatch, newToken, removeMatch, saveMatch } from "../storage.js";
import { text } from "../texts.js";

/** Error codes of a claim that would fail again. */
const FINAL_ERRORS = ["seat-taken", "not-your-seat", "no-such-match"];

/** Claims the seat of the address's `join` parameter, or of an earlier claim without an answer. @param {string} id */
export async function acceptInvitation(id) {
  const saved = findMatch(id);
  const invitation = new URLSearchParams(location.search).get("join") ?? saved?.claims;
  if (!invitation) return;
  if (!saved || saved.claims) {
    // Saved before the request: if the answer is lost, the same token claims the same seat the next time.
    const seat = { id, token: saved?.token ?? newToken(), title: text("game-with-a-friend") };
    saveMatch({ ...seat, claims: invitation });
    try {
      saveMatch({ ...seat, ...(await claimSeat(id, invitation, seat.token)) });
    } catch (error) {
      if (!(error instanceof ApiError && FINAL_ERRORS.includes(error.code))) throw error;
      removeMatch(id);
      toast(error.message);
    }
  }
  history.replaceState(null, "", location.pathname);
}
