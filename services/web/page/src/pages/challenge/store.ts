import { isOpen } from '../../domain/challenge';
import type { Challenge } from '../../gen/corners/matchmaking/v1/challenge_pb';
import { newsOfAccount } from '../../state/account';
import { getChallenge } from '../../state/offers';
import { Store } from '../../state/store';
import { whileVisible } from '../../state/visible';

/** Who has come by a link is not told of its end, and asks. */
const READ_AGAIN_MS = 5_000;

/** What is known of a challenge. */
export interface ChallengeView {
  readonly challenge: Challenge | undefined;
  /** Why it cannot be told; undefined when it can. */
  readonly failure: unknown;
}

/** A challenge that is looked at. */
export class ChallengeStore extends Store<ChallengeView> {
  constructor(readonly id: string) {
    super({ challenge: undefined, failure: undefined });
  }

  /** Follows the challenge until the returned function is called. */
  open(): () => void {
    const stops = [
      whileVisible(READ_AGAIN_MS, async () => {
        const { challenge } = this.value;
        if (challenge === undefined || isOpen(challenge)) await this.read();
      }),
      newsOfAccount.listen((news) => {
        if (news.case === 'challengeEnded' && news.value.id === this.id) this.show(news.value);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async read(): Promise<void> {
    try {
      this.show(await getChallenge(this.id));
    } catch (failure) {
      // What was known stays in sight.
      this.update(({ challenge }) => ({ challenge, failure }));
    }
  }

  private show(challenge: Challenge | undefined): void {
    this.set({ challenge, failure: undefined });
  }
}
