/** Husqvarna mowers of the maker's service, Automower Connect. They are shown, paused and parked, and started by a person's press. */
import { id, instant, outgoingAddress, outgoingSocketAddress, position, vehicleCapabilities } from '@greensward/domain'
import { z } from 'zod'
import { startMinutes } from './automowerStartCalls.ts'
import { call } from './call.ts'
import { zoneChecks } from './zoneChecks.ts'

const automowerProblem = z.enum([
  'notReached',
  'tooSlow',
  'forbiddenAddress',
  'httpStatus',
  'tooLarge',
  'sealBroken',
  'incomplete',
  'keyRefused',
  'rateLimited',
  'budgetSpent',
  'notUnderstood',
])
export type AutomowerProblem = z.infer<typeof automowerProblem>

const automowerActivity = z.enum([
  'mowing',
  'leaving',
  'goingHome',
  'charging',
  'parked',
  'paused',
  'stopped',
  'failed',
  'off',
  'unknown',
])
export type AutomowerActivity = z.infer<typeof automowerActivity>

/** What a mower reported besides its state; the codes are those of faults. */
const automowerMessage = z.strictObject({
  code: z.number().int(),
  severity: z.enum(['info', 'warning', 'error', 'fatal', 'unknown']),
  /** When it was received here. */
  at: instant,
})

const automowerMachine = z.strictObject({
  /** The maker's. */
  id: z.string(),
  name: z.string(),
  model: z.string(),
  can: vehicleCapabilities,
  activity: automowerActivity,
  /** The maker's number of the fault; null where there is none. */
  faultCode: z.number().int().nullable(),
  /** Whether it may continue once somebody confirms its fault from afar. */
  isConfirmable: z.boolean(),
  /** A person works on it, so that nobody starts it from here. */
  inService: z.boolean(),
  /** 0 to 1. */
  battery: z.number().min(0).max(1).nullable(),
  /** The last one that came as an event. */
  message: automowerMessage.nullable(),
  /** The area that it mows; null where it mows none or does not say. */
  areaId: z.string().nullable(),
  /** The newest that it reported. */
  position: position.nullable(),
  /** Whether the maker's service reaches it. */
  isConnected: z.boolean(),
  /** When it last reported to the maker's service. */
  reportedAt: instant.nullable(),
  /** When its own schedule starts it next; null where it does not say. */
  nextStartAt: instant.nullable(),
  /** Of its own map: it mows none of those that are on. */
  stayOutZones: z.array(z.strictObject({ name: z.string(), isEnabled: z.boolean() })),
  /** Of its own map; a machine has none where it cannot mow areas. */
  areas: z.array(
    z.strictObject({
      id: z.string(),
      /** Empty for the area that the maker gives no name. */
      name: z.string(),
      isEnabled: z.boolean(),
      /** 0 to 1. */
      progress: z.number().min(0).max(1).nullable(),
      /** When all of it was mown last; null where it never was, or the machine does not say. */
      completedAt: instant.nullable(),
      /** The zone of ours that a person chose for it; it may be deleted since. */
      zoneId: z.string().nullable(),
    }),
  ),
})
export type AutomowerMachine = z.infer<typeof automowerMachine>

const settings = {
  enabled: z.boolean(),
  signInAddress: outgoingAddress,
  address: outgoingAddress,
  /** Whether the service sends changes as events; the mowers are then read less often. */
  events: z.boolean(),
  eventsAddress: outgoingSocketAddress,
}

const automowerState = z.strictObject({
  ...settings,
  signInAddress: z.string(),
  address: z.string(),
  eventsAddress: z.string(),
  /** Key and secret go in and never come out. */
  hasApplicationKey: z.boolean(),
  hasSecret: z.boolean(),
  triedAt: instant.nullable(),
  answeredAt: instant.nullable(),
  problem: automowerProblem.nullable(),
  /** In English, for the operator of the server. */
  detail: z.string(),
  /** It is not asked before this. */
  notBefore: instant.nullable(),
  /** Requests in this month, by UTC. */
  requests: z.number().int(),
  /** As many as the maker allows in a month. */
  budget: z.number().int(),
  /** Once this number is reached the mowers are not read by themselves any more in this month. */
  readingBudget: z.number().int(),
  eventsState: z.enum(['off', 'connected', 'notConnected']),
  /** Why there was no connection for events last. */
  eventsProblem: automowerProblem.nullable(),
  /** In English, for the operator of the server. */
  eventsDetail: z.string(),
  lastEventAt: instant.nullable(),
  /** As they were at `answeredAt`, or at the last event. */
  machines: z.array(automowerMachine),
})
export type AutomowerState = z.infer<typeof automowerState>

/** An empty key or secret removes the stored one; one that is left out stays. */
const change = z
  .strictObject({
    ...settings,
    /** The application key of the maker's developer portal. */
    applicationKey: z.string().trim().max(200),
    secret: z.string().trim().max(500),
  })
  .partial()
export type AutomowerChange = z.infer<typeof change>

/** Null if the service took the request, else why not. The mower follows within a minute. */
const requested = z.strictObject({ problem: automowerProblem.nullable(), detail: z.string() })
export type AutomowerRequested = z.infer<typeof requested>

/** A work area of a mower that is a zone of ours. */
const automowerOnZone = z.strictObject({
  name: z.string(),
  /** Empty for the area that the maker gives no name. */
  areaName: z.string(),
  /** Whether it mows this area at this moment, as far as is known. */
  isMowing: z.boolean(),
  progress: z.number().min(0).max(1).nullable(),
  completedAt: instant.nullable(),
  reportedAt: instant.nullable(),
})
export type AutomowerOnZone = z.infer<typeof automowerOnZone>

const machineParams = z.strictObject({ id: z.string().min(1).max(100) })
const areaParams = machineParams.extend({ areaId: z.string().min(1).max(100) })

const { least, most } = startMinutes

export const automowerCalls = {
  automower: {
    get: call({
      method: 'GET',
      path: 'settings/automower',
      who: 'operations.read',
      result: automowerState,
    }),
    update: call({
      method: 'PATCH',
      path: 'settings/automower',
      who: 'settings.edit',
      body: change,
      result: automowerState,
    }),
    test: call({
      method: 'POST',
      path: 'settings/automower/test',
      who: 'settings.edit',
      body: change.omit({ enabled: true, events: true, eventsAddress: true }),
      result: z.strictObject({
        problem: automowerProblem.nullable(),
        detail: z.string(),
        machines: z.number().int(),
      }),
    }),
    mapArea: call({
      method: 'PUT',
      path: 'automowers/{id}/areas/{areaId}',
      who: 'settings.edit',
      params: areaParams,
      body: z.strictObject({ zoneId: id.nullable() }),
      result: automowerState,
    }),
    onZone: call({
      method: 'GET',
      path: 'zones/{id}/automowers',
      who: 'operations.read',
      params: z.strictObject({ id }),
      result: z.strictObject({ items: z.array(automowerOnZone) }),
    }),
    setService: call({
      method: 'PUT',
      path: 'automowers/{id}/service',
      who: 'mowers.edit',
      params: machineParams,
      body: z.strictObject({ inService: z.boolean() }),
      result: automowerState,
    }),
    areaChecks: call({
      method: 'GET',
      path: 'automowers/{id}/areas/{areaId}/checks',
      who: 'mowers.operate',
      params: areaParams,
      query: z.strictObject({ minutes: z.coerce.number().int().min(least).max(most) }),
      result: zoneChecks,
    }),
    startArea: call({
      method: 'POST',
      path: 'automowers/{id}/areas/{areaId}/start',
      who: 'mowers.operate',
      patienceS: 60,
      params: areaParams,
      body: z.strictObject({ minutes: z.number().int().min(least).max(most) }),
      result: requested,
    }),
    /** Of a mower that would drive by its own schedule from then on. */
    scheduleChecks: call({
      method: 'GET',
      path: 'automowers/{id}/checks',
      who: 'mowers.operate',
      params: machineParams,
      query: z.strictObject({ command: z.enum(['resume', 'confirmError']) }),
      result: zoneChecks,
    }),
    resume: call({
      method: 'POST',
      path: 'automowers/{id}/resume',
      who: 'mowers.operate',
      patienceS: 60,
      params: machineParams,
      result: requested,
    }),
    confirmError: call({
      method: 'POST',
      path: 'automowers/{id}/confirm-error',
      who: 'mowers.operate',
      patienceS: 60,
      params: machineParams,
      result: requested,
    }),
    pause: call({
      method: 'POST',
      path: 'automowers/{id}/pause',
      who: 'mowers.stop',
      params: machineParams,
      result: requested,
    }),
    park: call({
      method: 'POST',
      path: 'automowers/{id}/park',
      who: 'mowers.stop',
      params: machineParams,
      result: requested,
    }),
    /** Of a mower that mows: its own schedule starts it again. */
    parkUntilNext: call({
      method: 'POST',
      path: 'automowers/{id}/park-until-next',
      who: 'mowers.stop',
      params: machineParams,
      result: requested,
    }),
  },
} as const
