import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createSecureContext, createServer, type SecureContext, type Server, TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { CertificatePaths } from '../../config.ts'

/** The certificate of all TLS listeners. Renewed files are loaded without a restart. */
export class Certificate {
  #paths: CertificatePaths
  #log: Logger
  #servers: Server[] = []
  #context: SecureContext
  #loaded: string
  /** Of the certificate in use, not of its chain. */
  expires_at: Date
  /** The last error reported and the files it was about, so that it is logged once. */
  #reported: string | null = null
  readonly task: PeriodicTask = { name: 'certificate renewal', interval_ms: CHECK_EVERY_MS, run: () => this.reload() }

  /** @throws where the files cannot be read or do not belong together */
  constructor(paths: CertificatePaths, log: Logger) {
    this.#paths = paths
    this.#log = log
    this.#loaded = this.#stamp()
    const files = this.#read()
    this.#context = createSecureContext(files)
    this.expires_at = expiryOf(files.cert)
  }

  makeServer(onConnection: (socket: Socket) => void, handshake_ms: number): Server {
    const options = { ...this.#read(), handshakeTimeout: handshake_ms, noDelay: true, allowHalfOpen: true }
    const server = createServer(options, onConnection)
    server.on('tlsClientError', (error, socket) => {
      this.#log.debug({ reason: error.message }, 'no TLS')
      socket.destroy()
    })
    this.#servers.push(server)
    return server
  }

  /** Detects TLS by the first byte: 22 begins a handshake (RFC 8446 §5.1), and no device protocol begins with it. */
  detectTls(socket: Socket, timeout_ms: number, open: (socket: Socket) => void): void {
    const abort = () => socket.destroy()
    socket.setTimeout(timeout_ms, abort)
    socket.once('end', abort)
    socket.once('data', (chunk: Buffer) => {
      socket.pause()
      socket.off('end', abort)
      socket.setTimeout(0)
      socket.removeAllListeners('timeout')
      socket.unshift(chunk)
      // The timeout of the first frame includes the handshake.
      const options = { isServer: true, secureContext: this.#context, allowHalfOpen: true }
      open(chunk[0] === HANDSHAKE ? new TLSSocket(socket, options) : socket)
      if (chunk[0] !== HANDSHAKE) socket.resume()
    })
  }

  /** Loads the files if they have changed. Invalid files are logged once and not used. Open connections continue. */
  reload(): void {
    let stamp = ''
    try {
      stamp = this.#stamp()
      if (stamp === this.#loaded) return
      const files = this.#read()
      this.#context = createSecureContext(files)
      for (const server of this.#servers) server.setSecureContext(files)
      this.expires_at = expiryOf(files.cert)
      this.#loaded = stamp
      this.#reported = null
      this.#log.warn({ path: this.#paths.cert }, 'the certificate was renewed')
    } catch (error) {
      const reason = (error as Error).message
      if (this.#reported === stamp + reason) return
      this.#reported = stamp + reason
      this.#log.error({ ...this.#paths, reason }, 'the new certificate and key cannot be used; the old ones stay')
    }
  }

  #read(): { cert: Buffer; key: Buffer } {
    return { cert: readFileSync(this.#paths.cert), key: readFileSync(this.#paths.key) }
  }

  #stamp(): string {
    return [this.#paths.cert, this.#paths.key].map((path) => `${statSync(path).mtimeMs} ${statSync(path).ino}`).join()
  }
}

const expiryOf = (cert: Buffer) => new X509Certificate(cert).validToDate

const HANDSHAKE = 22
const CHECK_EVERY_MS = 10_000
