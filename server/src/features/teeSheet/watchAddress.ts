/** Reads the address of the tee sheets every few minutes and stores its days, except those that a person entered. */
import {
  askedAddress,
  type Day,
  dayOf,
  type TeeSheetProblem,
  type TeeSheetReading,
  type TeeTime,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { readOutgoing } from '../../platform/outgoing.ts'
import type { Seal } from '../../platform/sealing.ts'
import { createWatch, type Watch } from '../../platform/watch.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { lockTeeSheets, readTeeSheets, replaceTeeSheet, sheetsOfAddress } from '../../shared/play/teeSheetStore.ts'
import { type AddressRow, readAddress, storeReading, takeTurn } from './addressStore.ts'
import { TEE_SHEET_BYTES, type TeeSheetReader } from './readTeeSheets.ts'
import type { ReadDay } from './teeSheetThread.ts'

const LOOK_MS = 20_000
const TIMEOUT_MS = 15_000
/** Faults that the page shows of an address. */
const SHOWN_FAULTS = 20

export interface ReadAddress {
  readonly reading: TeeSheetReading
  readonly days: readonly ReadDay[]
}

/** Its looks read the stored address. */
export interface AddressWatch extends Watch {
  /** Reads an address without storing anything. */
  read(address: string, owner: string): Promise<ReadAddress>
}

const failed = (problem: TeeSheetProblem, detail: string, faults: TeeSheetReading['faults'] = []): ReadAddress => ({
  reading: { problem, detail, days: 0, teeTimes: 0, faults },
  days: [],
})

export const createAddressWatch = (ctx: Context, seal: Seal, reader: TeeSheetReader): AddressWatch => {
  const closing = new AbortController()
  const read = async (address: string, owner: string): Promise<ReadAddress> => {
    const answer = await readOutgoing(askedAddress(address), {
      timeoutMs: TIMEOUT_MS,
      maxBytes: TEE_SHEET_BYTES,
      allowsPrivate: ctx.config.outgoingPrivate,
      signal: closing.signal,
      headers: { accept: 'text/calendar, text/csv;q=0.9, */*;q=0.1' },
    })
    if (!answer.ok) return failed(answer.problem, answer.detail)
    const today = dayOf(ctx.clock.now(), await readTimeZone(ctx.db))
    const found = await reader.read({ text: answer.text }, today, owner)
    if (found === undefined) return failed('notUnderstood', 'It takes too long to read')
    // Days before today stay as they were played.
    const days = found.days.filter(({ day }) => day >= today)
    const faults = found.faults.slice(0, SHOWN_FAULTS)
    const teeTimes = days.reduce((sum, { count }) => sum + count, 0)
    if (teeTimes > 0) return { reading: { problem: null, detail: '', days: days.length, teeTimes, faults }, days }
    return failed(found.format === 'ics' ? 'noTeeTimes' : 'notUnderstood', '', faults)
  }

  /** @returns whether any day has changed */
  const storeDays = (row: AddressRow, days: readonly ReadDay[], today: Day, now: Date): Promise<boolean> =>
    ctx.db.transaction(async tx => {
      await lockTeeSheets(tx)
      // Somebody may have changed the address while it was read.
      if ((await readAddress(tx))?.updatedAt.getTime() !== row.updatedAt.getTime()) return false
      const given = new Map(days.map(({ day, json }) => [day, json]))
      // A day missing at the address is stored without groups, or the usual tee times would invent some.
      for (const { day } of await sheetsOfAddress(tx, today)) if (!given.has(day)) given.set(day, '[]')
      const sheets = await readTeeSheets(tx, [...given.keys()])
      let hasChanged = false
      for (const [day, json] of given) {
        const before = sheets.get(day)
        // Tee times that a person entered or imported stay until a person removes them.
        if (before !== undefined && before.source !== 'address') continue
        const teeTimes: TeeTime[] = JSON.parse(json)
        if (before !== undefined && JSON.stringify(timesOf(before.teeTimes)) === JSON.stringify(timesOf(teeTimes)))
          continue
        await replaceTeeSheet(tx, before, { day, teeTimes, source: 'address', updatedBy: row.host }, now)
        hasChanged = true
      }
      return hasChanged
    })

  const lookOnce = async (atOnce: boolean): Promise<void> => {
    const row = await takeTurn(ctx.db, ctx.clock.now(), atOnce)
    if (row === undefined) return
    const address = seal.open(row.sealedAddress)
    const { reading, days } = address === undefined ? failed('sealBroken', '') : await read(address, 'address')
    // What the end of the server cut off says nothing of the address.
    if (closing.signal.aborted) return
    const now = ctx.clock.now()
    if (reading.problem === null) await storeDays(row, days, dayOf(now, await readTimeZone(ctx.db)), now)
    else
      ctx.log.warn({ problem: reading.problem, detail: reading.detail }, 'Could not read the address of the tee sheets')
    await storeReading(ctx.db, row, reading, now)
    ctx.live.publish('settings', 'changed', { subject: 'teeSheet' })
  }

  const watch = createWatch({
    everyMs: LOOK_MS,
    lookOnce,
    failed: error => ctx.log.warn({ err: error }, 'Could not watch the address of the tee sheets'),
  })
  return {
    ...watch,
    read,
    close: async () => {
      closing.abort()
      await watch.close()
    },
  }
}

/** The columns of JSON come back in an order of their own. */
const timesOf = (teeTimes: readonly TeeTime[]): unknown[] =>
  teeTimes.map(({ at, hole, players }) => [Date.parse(at), hole, players])
