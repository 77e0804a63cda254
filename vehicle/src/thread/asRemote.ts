/** A gateway on this very thread behind the interface of one in a thread of its own, for a server that has no links. */
import type { Gateway } from '../gateway.ts'
import { METHODS, type RemoteGateway, type RemoteName } from './methods.ts'

export const asRemote = (gateway: Gateway): RemoteGateway => {
  const asked = (Object.keys(METHODS) as RemoteName[]).filter(name => typeof METHODS[name] !== 'string')
  const call =
    (name: RemoteName) =>
    async (...args: unknown[]): Promise<unknown> =>
      (gateway[name] as (...args: unknown[]) => unknown)(...args)
  // Each has the type of its method by the table, which the list of pairs cannot say.
  return { ...gateway, ...Object.fromEntries(asked.map(name => [name, call(name)])) } as unknown as RemoteGateway
}
