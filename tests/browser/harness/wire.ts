import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The way from a browser to the platform, which can be cut. A browser's own switch for being offline leaves shared workers online;
 * this does not.
 */
export class Wire {
  /** How many bytes were carried to the browser. */
  carried = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly target: number,
    private server: Server,
    private readonly port: number,
  ) {
    this.carry();
  }

  /** A wire to a port of this machine. */
  static async to(target: number): Promise<Wire> {
    const server = await listening(0);
    return new Wire(target, server, (server.address() as AddressInfo).port);
  }

  /** The address of its near end. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Drops what is connected, and refuses what comes. */
  async cut(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Makes the wire whole. */
  async mend(): Promise<void> {
    if (this.server.listening) return;
    this.server = await listening(this.port);
    this.carry();
  }

  private carry(): void {
    this.server.on('connection', (near) => {
      const far = connect(this.target, '127.0.0.1');
      far.on('data', (bytes) => {
        this.carried += bytes.length;
      });
      this.join(near, far);
      this.join(far, near);
    });
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}

async function listening(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
