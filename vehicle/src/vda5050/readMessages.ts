/**
 * Reads what a mower publishes by VDA 5050 2.x. The fields and their units are those of the JSON schemas of 2.1.0. A field
 * that is missing or makes no sense is null, never a guess; docs/adr/0026 says why no schema refuses the whole message.
 */
import { flagIn, listIn, MOST_TEXT, numberIn, objectIn, parsedJson, textIn } from '../broker/json.ts'
import { type OrderState, readOrderState } from './order/orderState.ts'
import { MAJOR_VERSION, type Vda5050Identity } from './topics.ts'

/** Longer ones are not read. A state with an order of hundreds of nodes is shorter. */
export const MOST_CHARACTERS = 400_000
/** Farther from the origin of its map it is on no golf course. */
const FARTHEST_M = 20_000
const FASTEST_MPS = 50
const MOST_ERRORS = 20

type Fields = Readonly<Record<string, unknown>>

/** Why a message was not read. */
export type Unreadable = 'notJson' | 'tooLong' | 'otherVersion' | 'otherMachine' | 'noTime' | 'late' | 'incomplete'

export interface Header {
  /** Counts the messages of one topic; null where it is missing. */
  readonly headerId: number | null
  /** Wall time of the mower. */
  readonly atMs: number
  readonly fields: Fields
}

export interface MapPosition {
  readonly x: number
  readonly y: number
  /** Radians, counted to the left from the x axis. */
  readonly theta: number | null
  readonly mapId: string
  /** False while it has not found itself on its map. */
  readonly isInitialized: boolean
  readonly deviationM: number | null
}

/** What state and visualization both carry. */
export interface Motion {
  readonly position: MapPosition | null
  readonly speedMps: number | null
}

export type ActionStatus = 'waiting' | 'running' | 'finished' | 'failed'

const OPERATING_MODES = {
  AUTOMATIC: 'automatic',
  SEMIAUTOMATIC: 'semiautomatic',
  MANUAL: 'manual',
  SERVICE: 'service',
  TEACHIN: 'teachIn',
} as const
export type OperatingMode = (typeof OPERATING_MODES)[keyof typeof OPERATING_MODES]

/** `AUTOACK` ends by itself once its cause is gone; the others are acknowledged at the mower or from elsewhere. */
const EMERGENCY_STOPS = { NONE: 'none', AUTOACK: 'automatic', MANUAL: 'manual', REMOTE: 'remote' } as const
export type EmergencyStop = (typeof EMERGENCY_STOPS)[keyof typeof EMERGENCY_STOPS]

export interface MachineError {
  readonly type: string
  /** It is not in running condition; with any other error it drives on. */
  readonly isFatal: boolean
  readonly text: string
}

export interface MachineState extends Motion {
  readonly driving: boolean | null
  readonly paused: boolean | null
  readonly operatingMode: OperatingMode | null
  readonly emergencyStop: EmergencyStop | null
  readonly fieldViolation: boolean | null
  /** 0 to 1. */
  readonly battery: number | null
  readonly batteryV: number | null
  readonly charging: boolean | null
  readonly orderId: string | null
  /** Nodes, edges or actions are still to come; null where that is not known. */
  readonly hasOrder: boolean | null
  /** What is still to come of its order. */
  readonly order: OrderState
  readonly actions: ReadonlyMap<string, ActionStatus>
  readonly errors: readonly MachineError[]
  /** The actions that an error is about. */
  readonly faultyActions: ReadonlySet<string>
  /** The orders that an error is about, each with the text of its error. */
  readonly faultyOrders: ReadonlyMap<string, string>
}

const ACTION_STATUSES: Readonly<Record<string, ActionStatus>> = {
  WAITING: 'waiting',
  INITIALIZING: 'waiting',
  RUNNING: 'running',
  PAUSED: 'running',
  FINISHED: 'finished',
  FAILED: 'failed',
}

const wordIn = <T>(words: Readonly<Record<string, T>>, value: unknown): T | null =>
  typeof value === 'string' && Object.hasOwn(words, value) ? (words[value] ?? null) : null

/** @returns the message with its header, or why it is not read */
export const readHeader = (payload: string, { manufacturer, serialNumber }: Vda5050Identity): Header | Unreadable => {
  if (payload === 'too long' || payload.length > MOST_CHARACTERS) return 'tooLong'
  const json = parsedJson(payload, MOST_CHARACTERS)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'notJson'
  const fields = objectIn(json)
  const { version, timestamp } = fields
  // Some leave out what the topic has as well.
  const isIts = (field: unknown, own: string): boolean => field === undefined || field === own
  if (!isIts(typeof version === 'string' ? version.split('.')[0] : version, MAJOR_VERSION)) return 'otherVersion'
  if (!isIts(fields.manufacturer, manufacturer) || !isIts(fields.serialNumber, serialNumber)) return 'otherMachine'
  const atMs = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  if (!Number.isFinite(atMs)) return 'noTime'
  return { headerId: numberIn(fields.headerId, 0, Number.MAX_SAFE_INTEGER), atMs, fields }
}

export const readMotion = ({ agvPosition, velocity }: Fields): Motion => {
  const { x, y, theta, mapId, positionInitialized, deviationRange } = objectIn(agvPosition)
  const { vx, vy } = objectIn(velocity)
  const east = numberIn(x, -FARTHEST_M, FARTHEST_M)
  const north = numberIn(y, -FARTHEST_M, FARTHEST_M)
  const ahead = numberIn(vx, -FASTEST_MPS, FASTEST_MPS)
  return {
    position:
      east === null || north === null || typeof mapId !== 'string'
        ? null
        : {
            x: east,
            y: north,
            theta: numberIn(theta, -100, 100),
            mapId: mapId.slice(0, MOST_TEXT),
            isInitialized: positionInitialized === true,
            deviationM: numberIn(deviationRange, Number.MIN_VALUE, FARTHEST_M),
          },
    speedMps: ahead === null ? null : Math.hypot(ahead, numberIn(vy, -FASTEST_MPS, FASTEST_MPS) ?? 0),
  }
}

/** Waiting actions are steps of an order; those that have ended are kept in the list until the next one. */
const hasOrderIn = ({ nodeStates, edgeStates }: Fields): boolean | null =>
  Array.isArray(nodeStates) && Array.isArray(edgeStates) ? nodeStates.length > 0 || edgeStates.length > 0 : null

/** What the errors are about, each with the text of its error. */
const referencesIn = (errors: readonly Fields[], key: string): readonly (readonly [string, string])[] =>
  errors.flatMap(({ errorType, errorDescription, errorReferences }) =>
    listIn(errorReferences).flatMap(({ referenceKey, referenceValue }) =>
      referenceKey === key && typeof referenceValue === 'string'
        ? [[referenceValue, textIn(errorDescription) ?? textIn(errorType) ?? ''] as const]
        : [],
    ),
  )

/** @returns undefined for one that does not say whether it drives: a state has to */
export const readState = (fields: Fields): MachineState | undefined => {
  const driving = flagIn(fields.driving)
  if (driving === null) return undefined
  const { batteryCharge, batteryVoltage, charging } = objectIn(fields.batteryState)
  const { eStop, fieldViolation } = objectIn(fields.safetyState)
  const percent = numberIn(batteryCharge, 0, 100)
  const errors = listIn(fields.errors)
  return {
    ...readMotion(fields),
    driving,
    paused: flagIn(fields.paused),
    operatingMode: wordIn(OPERATING_MODES, fields.operatingMode),
    emergencyStop: wordIn(EMERGENCY_STOPS, eStop),
    fieldViolation: flagIn(fieldViolation),
    battery: percent === null ? null : percent / 100,
    batteryV: numberIn(batteryVoltage, 0, 1_000),
    charging: flagIn(charging),
    orderId: textIn(fields.orderId),
    hasOrder: hasOrderIn(fields),
    order: readOrderState(fields),
    actions: new Map(
      listIn(fields.actionStates).flatMap(({ actionId, actionStatus }) => {
        const status = wordIn(ACTION_STATUSES, actionStatus)
        return typeof actionId === 'string' && status !== null ? [[actionId, status] as const] : []
      }),
    ),
    errors: errors.slice(0, MOST_ERRORS).map(({ errorType, errorLevel, errorDescription }) => ({
      type: textIn(errorType) ?? '',
      // A level that is not known is the graver one.
      isFatal: errorLevel !== 'WARNING',
      text: textIn(errorDescription) ?? '',
    })),
    faultyActions: new Set(referencesIn(errors, 'actionId').map(([id]) => id)),
    faultyOrders: new Map(referencesIn(errors, 'orderId')),
  }
}

const CONNECTIONS = { ONLINE: 'online', OFFLINE: 'offline', CONNECTIONBROKEN: 'broken' } as const
export type ConnectionState = (typeof CONNECTIONS)[keyof typeof CONNECTIONS]

/** @returns null for one that is none of the three */
export const readConnection = (fields: Fields): ConnectionState | null => wordIn(CONNECTIONS, fields.connectionState)

export interface Factsheet {
  readonly series: string
  readonly maxSpeedMps: number | null
  readonly widthM: number | null
  readonly lengthM: number | null
  readonly stateIntervalS: number | null
  readonly canPause: boolean | null
  readonly canCancelOrder: boolean | null
}

export const readFactsheet = ({
  typeSpecification,
  physicalParameters,
  protocolLimits,
  protocolFeatures,
}: Fields): Factsheet => {
  const { speedMax, width, length } = objectIn(physicalParameters)
  const { defaultStateInterval } = objectIn(objectIn(protocolLimits).timing)
  const { agvActions } = objectIn(protocolFeatures)
  const instant = new Set(
    listIn(agvActions).flatMap(({ actionType, actionScopes }) =>
      Array.isArray(actionScopes) && actionScopes.includes('INSTANT') ? [actionType] : [],
    ),
  )
  const can = (action: string): boolean | null => (Array.isArray(agvActions) ? instant.has(action) : null)
  return {
    series: textIn(objectIn(typeSpecification).seriesName) ?? '',
    maxSpeedMps: numberIn(speedMax, 0, FASTEST_MPS),
    widthM: numberIn(width, 0, 100),
    lengthM: numberIn(length, 0, 100),
    stateIntervalS: numberIn(defaultStateInterval, 0, 3_600),
    canPause: can('startPause'),
    canCancelOrder: can('cancelOrder'),
  }
}
