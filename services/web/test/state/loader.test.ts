import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';
import { Loader } from '../../page/src/state/loader';

describe('a loader', () => {
  it('has what was answered', async () => {
    const loader = new Loader(async () => 'there');
    expect(loader.value).toEqual({ kind: 'loading' });
    await loader.load();
    expect(loader.value).toEqual({ kind: 'ready', value: 'there' });
  });

  it('has why the call was refused, and what the next one answers', async () => {
    const refusal = new ConnectError('no', Code.NotFound);
    const answers = [Promise.reject(refusal), Promise.resolve('there')];
    const loader = new Loader(() => answers.shift() ?? Promise.reject());
    await loader.load();
    expect(loader.value).toEqual({ kind: 'failed', error: refusal });
    await loader.load();
    expect(loader.value).toEqual({ kind: 'ready', value: 'there' });
  });

  it('has the answer to the last call, whichever comes last', async () => {
    const first = withResolvers();
    const second = withResolvers();
    const answers = [first.promise, second.promise];
    const loader = new Loader(() => answers.shift() ?? Promise.reject());
    const loads = [loader.load(), loader.load()];
    second.resolve('new');
    first.resolve('old');
    await Promise.all(loads);
    expect(loader.value).toEqual({ kind: 'ready', value: 'new' });
  });
});

/** A promise that the test keeps. */
function withResolvers() {
  let resolve: (value: string) => void = () => undefined;
  const promise = new Promise<string>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
