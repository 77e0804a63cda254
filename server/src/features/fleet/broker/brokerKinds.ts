/** The protocols of mowers on brokers. */
import type { Reader } from '../../../platform/db/database.ts'
import { openMowerKind } from '../openMower/openMowerKind.ts'
import { vda5050Kind } from '../vda5050/vda5050Kind.ts'
import { type BrokerMower, readBrokerMowers } from './brokerMower.ts'

const KINDS = [openMowerKind, vda5050Kind] as const

export const readAllBrokerMowers = async (reader: Reader): Promise<ReadonlyMap<string, BrokerMower>> => {
  const mowers = [...(await readBrokerMowers(openMowerKind, reader)), ...(await readBrokerMowers(vda5050Kind, reader))]
  return new Map(mowers.map(mower => [mower.mowerId, mower]))
}

/** Whether a mower speaks another of these protocols than `name`. */
export const speaksAnother = async (reader: Reader, mowerId: string, name: string): Promise<boolean> => {
  for (const kind of KINDS)
    if (kind.name !== name && (await kind.store.read(reader, mowerId)) !== undefined) return true
  return false
}
