/** Events of the maker's service, version 2, in our terms. What is not one of these changes nothing. */
import type { AutomowerMachine } from '@greensward/contract'
import { z } from 'zod'
import { degrees, doingOf, mowerState, percent } from './readMachines.ts'

type Change = Partial<
  Pick<AutomowerMachine, 'activity' | 'faultCode' | 'isConfirmable' | 'areaId' | 'battery' | 'position'> & {
    readonly message: Omit<NonNullable<AutomowerMachine['message']>, 'at'>
  }
>

export interface AutomowerEvent {
  readonly machineId: string
  readonly at: Date
  readonly change: Change
}

const envelope = z.object({ id: z.string().min(1).max(100), type: z.string().max(100), attributes: z.unknown() })

const SEVERITIES: Readonly<Record<string, 'info' | 'warning' | 'error' | 'fatal'>> = {
  INFO: 'info',
  WARNING: 'warning',
  ERROR: 'error',
  FATAL: 'fatal',
}

const battery = z
  .object({ battery: z.object({ batteryPercent: percent }) })
  .transform((read): Change => ({ battery: read.battery.batteryPercent / 100 }))
const mower = z.object({ mower: mowerState }).transform((read): Change => doingOf(read.mower))
const position = z
  .object({ position: z.object({ latitude: degrees(90), longitude: degrees(180) }) })
  .transform((read): Change => ({ position: [read.position.longitude, read.position.latitude] }))
const message = z.object({ message: z.object({ code: z.number().int(), severity: z.string().max(50) }) }).transform(
  (read): Change => ({
    message: { code: read.message.code, severity: SEVERITIES[read.message.severity] ?? 'unknown' },
  }),
)

const READERS: ReadonlyMap<string, z.ZodType<Change>> = new Map<string, z.ZodType<Change>>([
  ['battery-event-v2', battery],
  ['mower-event-v2', mower],
  ['position-event-v2', position],
  ['message-event-v2', message],
])

/** @returns undefined for an event that changes nothing here, and for a text that is not one */
export const readEvent = (text: string, at: Date): AutomowerEvent | undefined => {
  try {
    const { id, type, attributes } = envelope.parse(JSON.parse(text))
    const change = READERS.get(type)?.safeParse(attributes)
    return change?.success === true ? { machineId: id, at, change: change.data } : undefined
  } catch {
    return undefined
  }
}

/** The machine after the event. A machine that reports no positions gets none by an event. */
export const changedBy = <M extends AutomowerMachine>(machine: M, { at, change }: AutomowerEvent): M => {
  const { position, message, ...others } = change
  return {
    ...machine,
    ...others,
    isConnected: true,
    ...(position === undefined || machine.can.positionRateHz === 0 ? {} : { position }),
    ...(message === undefined ? {} : { message: { ...message, at: at.toISOString() } }),
  }
}
