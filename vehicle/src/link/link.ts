export type LinkConfig =
  /** Listens on host:port; `remotes` are addresses to speak to before they have spoken. */
  | {
      readonly kind: 'udp'
      readonly host: string
      readonly port: number
      readonly remotes?: readonly { readonly host: string; readonly port: number }[]
    }
  | { readonly kind: 'tcpClient'; readonly host: string; readonly port: number }
  | { readonly kind: 'tcpServer'; readonly host: string; readonly port: number }
  /** Such as `/dev/ttyUSB0` at 57600 baud. */
  | { readonly kind: 'serial'; readonly path: string; readonly baud: number }

/** One place bytes come from and can be sent to. */
export interface Peer {
  /** Such as `udp:192.0.2.7:14550`; the same place keeps the same id. */
  readonly id: string
  /** Hands the bytes to the operating system at once; what cannot be sent is dropped, as on any radio. */
  send(bytes: Uint8Array): void
}

export interface LinkEvents {
  onBytes(peer: Peer, bytes: Uint8Array): void
  /** A connection ended; UDP never says so. */
  onPeerGone(peer: Peer): void
  onError(message: string): void
}

export interface Link {
  /** The configured place, such as `udp:0.0.0.0:14550`. */
  readonly name: string
  /** The port that was opened, for a configured port of 0. */
  readonly port: number
  /** Configured remotes, and peers that can receive before they have sent anything. */
  readonly remotes: readonly Peer[]
  close(): Promise<void>
}
