/** What a refusal looks like on the wire: one envelope, one kind for each reason. */
import { z } from 'zod'

export const errorKind = z.enum([
  'badRequest',
  'unauthorized',
  'forbidden',
  'notFound',
  'conflict',
  'tooLarge',
  'unsupportedType',
  'invalid',
  'tooManyRequests',
  'internal',
  'unavailable',
  'wrongCredentials',
  'wrongCode',
  'mapConflict',
  'zoneIntersects',
  'zoneBusyEdit',
  'zoneBusyDelete',
  'gateRefused',
  'planRefused',
  'superseded',
  'missionState',
  'scheduleConflict',
  'commandRejected',
  'commandNoAnswer',
  'commandExpired',
  'importRefused',
])
export type ErrorKind = z.infer<typeof errorKind>

export const ERROR_STATUS: Readonly<Record<ErrorKind, number>> = {
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupportedType: 415,
  invalid: 422,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  wrongCredentials: 422,
  wrongCode: 422,
  mapConflict: 409,
  zoneIntersects: 422,
  zoneBusyEdit: 409,
  zoneBusyDelete: 409,
  gateRefused: 409,
  planRefused: 422,
  superseded: 409,
  missionState: 409,
  scheduleConflict: 409,
  commandRejected: 409,
  commandNoAnswer: 409,
  commandExpired: 409,
  importRefused: 422,
}

/** The texts of the specification's error catalogue, letter by letter. */
export const ERROR_TEXT = {
  wrongCredentials: 'Incorrect username or password. Try again',
  wrongCode: 'Incorrect code. Try again',
  zoneIntersects: 'Polygon intersections are not allowed for this zone type',
  zoneBusyEdit: 'Edit zone prohibited while mission is working',
  zoneBusyDelete: 'Delete zone prohibited while mission is working',
  roles: 'error was during get list of roles',
  boundary: 'Ops, looks like something went wrong',
  error: 'Error',
} as const

/** What a refusal says where it has nothing more exact to say; screens show these in their own language. */
export const REFUSAL_TEXT: Readonly<Record<ErrorKind, string>> = {
  badRequest: 'The request cannot be read',
  unauthorized: 'Sign in first',
  forbidden: 'Your role may not do this',
  notFound: 'There is no such thing',
  conflict: 'It was changed by somebody else in the meantime',
  tooLarge: 'This is too large',
  unsupportedType: 'This type of content is not accepted here',
  invalid: 'Some of what was sent is not acceptable',
  tooManyRequests: 'Too many requests. Try again later',
  internal: ERROR_TEXT.error,
  unavailable: 'This is not available at the moment. Try again soon',
  wrongCredentials: ERROR_TEXT.wrongCredentials,
  wrongCode: ERROR_TEXT.wrongCode,
  mapConflict: 'The map was changed by somebody else in the meantime',
  zoneIntersects: ERROR_TEXT.zoneIntersects,
  zoneBusyEdit: ERROR_TEXT.zoneBusyEdit,
  zoneBusyDelete: ERROR_TEXT.zoneBusyDelete,
  gateRefused: 'The mission may not start',
  planRefused: 'This cannot be planned',
  superseded: 'You asked again meanwhile, and only the newest question is answered',
  missionState: 'The mission is not in a state for this',
  scheduleConflict: 'The schedule has no room for it then',
  commandRejected: 'The mower rejected the command',
  commandNoAnswer: 'The mower did not answer',
  commandExpired: 'The command took too long to get through and was not carried out',
  importRefused: 'The file cannot be imported',
}

export const apiError = z.object({
  kind: errorKind,
  message: z.string(),
  /** What is wrong with which field, by its path such as `body.title`. */
  fields: z.record(z.string(), z.string()).optional(),
  /** More about a conflict: the features of today, the lines of the gate. */
  details: z.unknown().optional(),
})
export type ApiError = z.infer<typeof apiError>

export const errorEnvelope = z.object({ code: z.number().int(), error: apiError })
