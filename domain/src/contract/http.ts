/**
 * Every call once: method, path, who may make it, what goes in and what comes out. The server registers its routes
 * from this table (a route that is not here does not start), the web calls by it, the OpenAPI document is made of it.
 */
import { z } from 'zod'
import { courseFeature, polygonGeometry, position } from '../course.ts'
import { blade, cart, garageRow, mower, zoneType } from '../garage.ts'
import { mission, missionLogLine, missionRequest } from '../mission.ts'
import { missionPlan } from '../missionPlan.ts'
import { notification, notificationLevel, notificationSubject } from '../notification.ts'
import { type Action, password, phone, profile, role, roleSlug, technicalNumber } from '../people.ts'
import { category, dish } from '../restaurant.ts'
import { buggySettings, mapSettings } from '../settings.ts'
import { gateLine } from '../startGate.ts'
import { id, instant, line } from '../text.ts'
import { drivenStretch, liveVehicle } from './live.ts'

/** `anyone` needs no token, `user` any valid one, otherwise the action of the table in people. */
export type Who = 'anyone' | 'user' | Action

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, with parameters in braces: `missions/{id}`. */
  readonly path: string
  readonly who: Who
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly result: z.ZodType
}

const call = <const C extends Call>(definition: C): C => definition

/** Answers of lists. */
const listOf = <T extends z.ZodType>(item: T) => z.strictObject({ items: z.array(item), total: z.number().int() })

const pageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(500).default(25),
  sort: z.string().max(60).optional(),
  search: z.string().max(200).optional(),
}
const byId = z.strictObject({ id })
const nothing = z.strictObject({})
/** Updates carry the `updatedAt` of what was read. */
const updating = { updatedAt: instant }

export const token = z.strictObject({ token: z.string(), createdAt: z.number().optional(), ttl: z.number() })
export type Token = z.infer<typeof token>
export const tokenPair = z.strictObject({ refreshToken: token, accessToken: token })
export type TokenPair = z.infer<typeof tokenPair>

/** *sent* is never success: `noAnswer` says that nobody knows. */
export const commandOutcome = z.strictObject({
  outcome: z.enum(['accepted', 'rejected', 'noAnswer']),
  reason: z.string().nullable(),
  standingStill: z.boolean().nullable(),
})
export type CommandOutcome = z.infer<typeof commandOutcome>

/** A user as the users table shows it. */
export const userRow = z.strictObject({
  id: z.number().int(),
  login: z.string(),
  fullname: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  role,
  updatedAt: instant,
})
export type UserRow = z.infer<typeof userRow>

const userFields = {
  role: roleSlug,
  fullname: line(120),
  phone: z.union([z.literal(''), phone]),
  email: z.email().max(254),
  login: line(60),
}

export const courseDiffBody = z.strictObject({
  added: z.array(courseFeature).max(20_000),
  updated: z.array(z.tuple([courseFeature, courseFeature])).max(20_000),
  removed: z.array(courseFeature).max(20_000),
})

/** What a file would become: nothing is written until the features are posted as a change. */
export const importPreview = z.strictObject({
  format: z.enum(['osm', 'geojson']),
  features: z.array(courseFeature),
  counts: z.record(z.string(), z.number().int()),
  /** Elements that are read but mean nothing on a course, by what they are. */
  ignored: z.record(z.string(), z.number().int()),
  refused: z.array(
    z.strictObject({
      source: z.string(),
      becomes: z.string(),
      reason: z.string(),
      message: z.string(),
      at: position.nullable(),
      repaired: z.boolean(),
    }),
  ),
})
export type ImportPreview = z.infer<typeof importPreview>

export const missionPreview = z.strictObject({
  plan: missionPlan,
  mapRevision: z.number().int(),
  resolvedDirection: missionRequest.shape.direction,
  holeBaseAngleDeg: z.number(),
  gate: z.array(gateLine),
})

export const raster = z.strictObject({
  id,
  kind: z.enum(['orthophoto', 'dem']),
  title: z.string(),
  sizeBytes: z.number().int(),
  createdAt: instant,
  /** Says of a drawn picture that it is no photograph. */
  attribution: z.string(),
})
export type Raster = z.infer<typeof raster>

const crud = <const P extends string, T extends z.ZodType, B extends z.ZodObject>(
  path: P,
  read: Action,
  edit: Action,
  noun: string,
  item: T,
  body: B,
) => ({
  list: call({
    method: 'GET',
    path,
    who: read,
    summary: `List ${noun}`,
    query: z.strictObject(pageQuery),
    result: listOf(item),
  }),
  create: call({ method: 'POST', path, who: edit, summary: `Add to ${noun}`, body, result: item }),
  get: call({
    method: 'GET',
    path: `${path}/{id}` as const,
    who: read,
    summary: `One of ${noun}`,
    params: byId,
    result: item,
  }),
  update: call({
    method: 'PATCH',
    path: `${path}/{id}` as const,
    who: edit,
    summary: `Change one of ${noun}`,
    params: byId,
    body: body.partial().extend(updating),
    result: item,
  }),
  remove: call({
    method: 'DELETE',
    path: `${path}/{id}` as const,
    who: edit,
    summary: `Delete one of ${noun}`,
    params: byId,
    result: nothing,
  }),
})

const userId = z.strictObject({ id: z.coerce.number().int().positive() })

export const calls = {
  auth: {
    login: call({
      method: 'POST',
      path: 'auth/login',
      who: 'anyone',
      summary: 'First step of signing in',
      body: z.strictObject({ login: z.string().min(1).max(200), password: z.string().min(1).max(200) }),
      result: z.strictObject({ challengeId: id, sentTo: z.string(), resendAfterS: z.number().int() }),
    }),
    code: call({
      method: 'POST',
      path: 'auth/code',
      who: 'anyone',
      summary: 'Second step: the code that was sent',
      body: z.strictObject({ challengeId: id, code: z.string().max(20) }),
      result: tokenPair,
    }),
    resend: call({
      method: 'POST',
      path: 'auth/code/resend',
      who: 'anyone',
      summary: 'Send a new code',
      body: z.strictObject({ challengeId: id }),
      result: z.strictObject({ sentTo: z.string(), resendAfterS: z.number().int() }),
    }),
    refresh: call({
      method: 'POST',
      path: 'auth/token/refresh',
      who: 'anyone',
      summary: 'A new pair for a refresh token, which is used up',
      body: z.strictObject({ refreshToken: z.string().min(1).max(200) }),
      result: tokenPair,
    }),
    logout: call({ method: 'POST', path: 'auth/logout', who: 'user', summary: 'End the session', result: nothing }),
  },
  profile: {
    get: call({ method: 'GET', path: 'profile', who: 'user', summary: 'The signed-in person', result: profile }),
    update: call({
      method: 'PATCH',
      path: 'profile',
      who: 'user',
      summary: 'Change own name, phone or e-mail',
      body: z
        .strictObject({ fullname: userFields.fullname, phone: userFields.phone, email: userFields.email })
        .partial(),
      result: profile,
    }),
  },
  settings: {
    get: call({
      method: 'GET',
      path: 'settings',
      who: 'user',
      summary: 'Map settings and rain mode',
      result: mapSettings,
    }),
    update: call({
      method: 'PATCH',
      path: 'settings',
      who: 'settings.rainMode',
      summary: 'Change map settings; a greenkeeper may change rain mode only',
      body: mapSettings.omit({ totalFieldArea: true }).partial(),
      result: mapSettings,
    }),
    buggy: call({
      method: 'GET',
      path: 'settings/buggy',
      who: 'course.read',
      summary: 'Buggy settings',
      result: buggySettings,
    }),
    updateBuggy: call({
      method: 'PATCH',
      path: 'settings/buggy',
      who: 'carts.edit',
      summary: 'Change buggy settings',
      body: buggySettings.partial(),
      result: buggySettings,
    }),
    roles: call({
      method: 'GET',
      path: 'settings/roles',
      who: 'user',
      summary: 'All roles',
      result: z.strictObject({ items: z.array(role) }),
    }),
  },
  live: {
    config: call({
      method: 'GET',
      path: 'ws/config',
      who: 'user',
      summary: 'Where the live socket is, a ticket of 60 s that opens one, and the channels of this role',
      result: z.strictObject({ host: z.string(), token: z.string(), channels: z.array(z.string()) }),
    }),
    vehicles: call({
      method: 'GET',
      path: 'vehicles',
      who: 'course.read',
      summary: 'All vehicles as they are now',
      result: z.strictObject({ items: z.array(liveVehicle) }),
    }),
  },
  map: {
    get: call({
      method: 'GET',
      path: 'map',
      who: 'course.read',
      summary: 'The whole course',
      result: z.strictObject({ revision: z.number().int(), features: z.array(courseFeature) }),
    }),
    change: call({
      method: 'POST',
      path: 'map/changes',
      who: 'course.read',
      summary: 'Apply a diff, all or nothing; the right needed depends on the kinds it touches',
      body: z.strictObject({ baseRevision: z.number().int().min(0), label: line(120), ...courseDiffBody.shape }),
      result: z.strictObject({ revision: z.number().int() }),
    }),
    changes: call({
      method: 'GET',
      path: 'map/changes',
      who: 'operations.read',
      summary: 'History, newest first',
      query: z.strictObject(pageQuery),
      result: listOf(
        z.strictObject({
          revision: z.number().int(),
          label: z.string(),
          who: z.string(),
          at: instant,
          added: z.number().int(),
          updated: z.number().int(),
          removed: z.number().int(),
        }),
      ),
    }),
    revert: call({
      method: 'POST',
      path: 'map/changes/{revision}/revert',
      who: 'map.edit',
      summary: 'Undo one change of the map by its inverse',
      params: z.strictObject({ revision: z.coerce.number().int().positive() }),
      result: z.strictObject({ revision: z.number().int() }),
    }),
    /** multipart/form-data with one file; the answer is a preview and nothing is written. */
    import: call({
      method: 'POST',
      path: 'map/import',
      who: 'map.edit',
      summary: 'Read an .osm or GeoJSON file (multipart, field `file`) and say what it would become',
      result: importPreview,
    }),
    export: call({
      method: 'GET',
      path: 'map/export',
      who: 'operations.read',
      summary: 'The course as a GeoJSON FeatureCollection',
      query: z.strictObject({ format: z.enum(['geojson']).default('geojson') }),
      result: z.unknown(),
    }),
  },
  zoneTypes: crud(
    'zone-types',
    'course.read',
    'mowers.edit',
    'zone types',
    zoneType,
    zoneType.omit({ id: true, updatedAt: true }),
  ),
  blades: crud('blades', 'operations.read', 'mowers.edit', 'blades', blade, blade.omit({ id: true, updatedAt: true })),
  mowers: {
    ...crud('mowers', 'operations.read', 'mowers.edit', 'mowers', mower, mower.omit({ id: true, updatedAt: true })),
    start: call({
      method: 'POST',
      path: 'mowers/{id}/start',
      who: 'mowers.operate',
      summary: 'Resume the stopped mission of this mower, or start its next planned one',
      params: byId,
      result: commandOutcome,
    }),
    stop: call({
      method: 'POST',
      path: 'mowers/{id}/stop',
      who: 'mowers.stop',
      summary: 'Blade off and hold, at once',
      params: byId,
      result: commandOutcome,
    }),
    clear: call({
      method: 'POST',
      path: 'mowers/{id}/clear',
      who: 'mowers.operate',
      summary: 'Stop and erase the mission on the mower',
      params: byId,
      result: commandOutcome,
    }),
    stopAll: call({
      method: 'POST',
      path: 'mowers/stop-all',
      who: 'mowers.stop',
      summary: 'Stop every mower; asks nothing',
      result: z.strictObject({
        stopped: z.array(z.strictObject({ id, name: z.string() })),
        notStopped: z.array(z.strictObject({ id, name: z.string(), reason: z.string() })),
      }),
    }),
  },
  carts: crud('carts', 'course.read', 'carts.edit', 'carts', cart, cart.omit({ id: true, updatedAt: true })),
  garage: {
    list: call({
      method: 'GET',
      path: 'garage',
      who: 'operations.read',
      summary: 'Mowers and carts in one table',
      result: listOf(garageRow),
    }),
  },
  missions: {
    list: call({
      method: 'GET',
      path: 'missions',
      who: 'operations.read',
      summary: 'List missions',
      query: z.strictObject({
        ...pageQuery,
        /** Comma-separated statuses. */
        status: z.string().max(200).optional(),
        featureId: id.optional(),
        mowerId: id.optional(),
        from: instant.optional(),
        to: instant.optional(),
      }),
      result: listOf(mission),
    }),
    create: call({
      method: 'POST',
      path: 'missions',
      who: 'missions.plan',
      summary: 'Plan a mission; the server makes its own plan, which is the one that drives',
      body: missionRequest,
      result: mission,
    }),
    get: call({
      method: 'GET',
      path: 'missions/{id}',
      who: 'operations.read',
      summary: 'One mission',
      params: byId,
      result: mission,
    }),
    update: call({
      method: 'PATCH',
      path: 'missions/{id}',
      who: 'missions.plan',
      summary: 'Change a planned mission; it is planned anew',
      params: byId,
      body: missionRequest.partial().extend(updating),
      result: mission,
    }),
    remove: call({
      method: 'DELETE',
      path: 'missions/{id}',
      who: 'mowers.operate',
      summary: 'Delete a mission that is not active',
      params: byId,
      result: nothing,
    }),
    preview: call({
      method: 'POST',
      path: 'missions/preview',
      who: 'missions.plan',
      summary: 'Plan without storing',
      body: missionRequest,
      result: missionPreview,
    }),
    start: call({
      method: 'POST',
      path: 'missions/{id}/start',
      who: 'mowers.operate',
      summary: 'Gate, upload, compare, arm, run',
      params: byId,
      result: commandOutcome,
    }),
    resume: call({
      method: 'POST',
      path: 'missions/{id}/resume',
      who: 'mowers.operate',
      summary: 'Go on where it stopped',
      params: byId,
      result: commandOutcome,
    }),
    stop: call({
      method: 'POST',
      path: 'missions/{id}/stop',
      who: 'mowers.stop',
      summary: 'Blade off and hold',
      params: byId,
      result: commandOutcome,
    }),
    cancel: call({
      method: 'POST',
      path: 'missions/{id}/cancel',
      who: 'mowers.operate',
      summary: 'Cancel; an active one is stopped and erased on the mower',
      params: byId,
      result: commandOutcome,
    }),
    bulk: call({
      method: 'POST',
      path: 'missions/bulk',
      who: 'mowers.operate',
      summary: 'Cancel or delete several; an outcome for each',
      body: z.strictObject({ action: z.enum(['cancel', 'delete']), ids: z.array(id).min(1).max(500) }),
      result: z.strictObject({
        items: z.array(z.strictObject({ id, ok: z.boolean(), message: z.string().nullable() })),
      }),
    }),
    gate: call({
      method: 'GET',
      path: 'missions/{id}/gate',
      who: 'operations.read',
      summary: 'The start gate of this mission now',
      params: byId,
      result: z.strictObject({ open: z.boolean(), lines: z.array(gateLine) }),
    }),
    path: call({
      method: 'GET',
      path: 'missions/{id}/path',
      who: 'operations.read',
      summary: 'The planned drive as geometry',
      params: byId,
      result: missionPlan,
    }),
    /** Answers the bare .plan file, without the envelope. */
    qgcPlan: call({
      method: 'GET',
      path: 'missions/{id}/plan',
      who: 'operations.read',
      summary: 'The plan as a QGroundControl .plan file',
      params: byId,
      result: z.unknown(),
    }),
    logs: call({
      method: 'GET',
      path: 'missions/{id}/logs',
      who: 'operations.read',
      summary: 'Log lines, oldest first',
      params: byId,
      result: listOf(missionLogLine),
    }),
    track: call({
      method: 'GET',
      path: 'missions/{id}/track',
      who: 'operations.read',
      summary: 'Where the mower really went',
      params: byId,
      result: z.strictObject({ stretches: z.array(drivenStretch), uncut: z.array(polygonGeometry) }),
    }),
    /** Last directions mowed on a feature, newest first. */
    ledger: call({
      method: 'GET',
      path: 'zones/{id}/directions',
      who: 'operations.read',
      summary: 'The direction ledger of a zone',
      params: byId,
      result: z.strictObject({
        items: z.array(z.strictObject({ direction: mission.shape.resolvedDirection, at: instant, missionId: id })),
      }),
    }),
  },
  users: {
    list: call({
      method: 'GET',
      path: 'users',
      who: 'users.edit',
      summary: 'List users',
      query: z.strictObject({ ...pageQuery, role: roleSlug.optional() }),
      result: listOf(userRow),
    }),
    create: call({
      method: 'POST',
      path: 'users',
      who: 'users.edit',
      summary: 'Add a user',
      body: z.strictObject({ ...userFields, password }),
      result: userRow,
    }),
    update: call({
      method: 'PATCH',
      path: 'users/{id}',
      who: 'users.edit',
      summary: 'Change a user; a changed role or password ends their sessions',
      params: userId,
      body: z
        .strictObject({ ...userFields, password })
        .partial()
        .extend(updating),
      result: userRow,
    }),
    remove: call({
      method: 'DELETE',
      path: 'users/{id}',
      who: 'users.edit',
      summary: 'Delete a user',
      params: userId,
      result: nothing,
    }),
  },
  technicalNumbers: crud(
    'technical-numbers',
    'technicalNumbers.read',
    'technicalNumbers.edit',
    'technical numbers',
    technicalNumber,
    technicalNumber.omit({ id: true, updatedAt: true }),
  ),
  categories: crud(
    'categories',
    'restaurant.read',
    'restaurant.edit',
    'menu categories',
    category,
    category.omit({ id: true, updatedAt: true }),
  ),
  dishes: crud(
    'dishes',
    'restaurant.read',
    'restaurant.edit',
    'dishes',
    dish,
    dish.omit({ id: true, updatedAt: true }),
  ),
  notifications: {
    list: call({
      method: 'GET',
      path: 'notifications',
      who: 'notifications.read',
      summary: 'Notifications of the own role, newest first',
      query: z.strictObject({
        ...pageQuery,
        level: notificationLevel.optional(),
        subject: notificationSubject.optional(),
        from: instant.optional(),
        to: instant.optional(),
      }),
      result: z.strictObject({ items: z.array(notification), total: z.number().int(), unread: z.number().int() }),
    }),
    readAll: call({
      method: 'POST',
      path: 'notifications/read-all',
      who: 'notifications.read',
      summary: 'Mark all as read',
      result: nothing,
    }),
    acknowledge: call({
      method: 'POST',
      path: 'notifications/{id}/acknowledge',
      who: 'notifications.acknowledge',
      summary: 'Take note of an alarm by name',
      params: byId,
      result: notification,
    }),
  },
  rasters: {
    list: call({
      method: 'GET',
      path: 'rasters',
      who: 'course.read',
      summary: 'Orthophotos and elevation models',
      result: listOf(raster),
    }),
    /** Answers the bare GeoTIFF and honours byte ranges; the token may come as header only. */
    file: call({
      method: 'GET',
      path: 'rasters/{id}/file',
      who: 'course.read',
      summary: 'The GeoTIFF, by byte ranges',
      params: byId,
      result: z.unknown(),
    }),
  },
  operation: {
    health: call({
      method: 'GET',
      path: 'health',
      who: 'anyone',
      summary: 'Liveness and readiness',
      result: z.strictObject({ live: z.boolean(), ready: z.boolean(), degraded: z.array(z.string()) }),
    }),
  },
} as const

/** What a caller passes in (before defaults) and gets back. */
export type BodyOf<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
export type QueryOf<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined
export type ParamsOf<C extends Call> = C extends { params: infer P extends z.ZodType } ? z.input<P> : undefined
export type ResultOf<C extends Call> = z.output<C['result']>
