import { GameTime } from '../domain/game-time';
import { type TableNews, tableNews } from '../live/link';
import { clock } from '../rpc/clients';
import { connection } from './connection';

/** How often game time is asked for at once, to keep the answer with the shortest round trip. */
const ASKINGS = 3;

/** How long a reading is good enough. */
const READ_AGAIN_MS = 60_000;

/** The platform's game time, as well as it is known here. */
export const gameTime = new GameTime();

let reading: Promise<void> | undefined;
let stoppedAt: number | undefined;

/** The moment to draw clocks for: they stop while the platform cannot be reached. */
export function clockMoment(): number {
  return stoppedAt ?? performance.now();
}

/** Reads game time while the returned function is not called. */
export function keepGameTime(): () => void {
  void readGameTime();
  const timer = setInterval(() => void readGameTime(), READ_AGAIN_MS);
  const stops = [tableNews.listen(({ news }) => hear(news)), connection.subscribe(reconnect)];
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/** Asks for game time; those who ask meanwhile get the same answer. */
function readGameTime(): Promise<void> {
  reading ??= ask().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function ask(): Promise<void> {
  for (let asking = 0; asking < ASKINGS; asking += 1) {
    const asked = performance.now();
    try {
      const { gameTimeMs } = await clock.getGameTime({});
      gameTime.record(asked, performance.now(), Number(gameTimeMs));
    } catch {
      // Clocks go on with what events say; the next reading is soon.
      return;
    }
  }
}

function hear(news: TableNews): void {
  const came = performance.now();
  switch (news.case) {
    case 'heartbeat':
      if (gameTime.heard(came, news.value)) void readGameTime();
      break;
    case 'snapshot':
      gameTime.recordAtLeast(came, Number(news.value.gameTimeMs));
      break;
    case 'event':
      gameTime.recordAtLeast(came, Number(news.value.state?.clocks?.gameTimeMs ?? 0n));
      break;
  }
}

function reconnect(): void {
  if (connection.value === 'offline') {
    stoppedAt ??= performance.now();
  } else if (connection.value === 'online' && stoppedAt !== undefined) {
    stoppedAt = undefined;
    void readGameTime();
  }
}
