/// The SharedWorker that holds the streams of all tabs.
import { Hub } from './hub';

const hub = new Hub();

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) hub.connect(port);
});
