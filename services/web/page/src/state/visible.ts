/**
 * Does `work` now and again every `everyMs`, while the page can be seen and until the returned function is called. One at a time: the
 * next pause begins when the work is done.
 */
export function whileVisible(everyMs: number, work: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAtWork = false;
  let isStopped = false;
  const round = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (isAtWork || isStopped || document.visibilityState === 'hidden') return;
    isAtWork = true;
    try {
      await work();
    } finally {
      isAtWork = false;
    }
    if (!isStopped) timer = setTimeout(() => void round(), everyMs);
  };
  const look = () => void round();
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
