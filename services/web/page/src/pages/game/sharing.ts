import { gameFileName } from '../../domain/file-name';
import type { ReviewedGame } from '../../domain/reviewed-game';
import { ExportFormat } from '../../gen/corners/archive/v1/archive_service_pb';
import { href } from '../../routes';
import { persist } from '../../rpc/calls';
import { archive } from '../../rpc/clients';
import { players } from '../../state/names';
import { copy } from '../../ui/copy';
import { download } from '../../ui/download';

/** Shares the address of a position: in the system's way where there is one, else by the clipboard. */
export async function sharePosition(table: string, ply: number): Promise<void> {
  const url = new URL(href({ page: 'game', table, ply }), location.origin).href;
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ url, title: document.title });
    } catch (error) {
      // Not a failure: the player has thought better of it.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return;
  }
  await copy(url);
}

/** Saves a game's text to a file. */
export async function downloadText(game: ReviewedGame): Promise<void> {
  const text = await persist(() => gameText(game.table));
  const name = gameFileName({
    variant: game.variant,
    finished: game.finished,
    players: game.seats.map((seat) => players.value.get(seat.account)?.displayName ?? ''),
    table: game.table,
  });
  download(name, 'text/plain;charset=utf-8', text);
}

async function gameText(table: string): Promise<string> {
  const named = { case: 'named' as const, value: { tables: [table] } };
  let text = '';
  for await (const { content } of archive.exportGames({ format: ExportFormat.GAME_TEXT, selection: named })) {
    if (content.case === 'text') text += content.value;
  }
  return text;
}
