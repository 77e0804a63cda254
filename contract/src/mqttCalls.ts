/** MQTT: an outside broker gets the state of the mowers and passes commands on. */
import { fieldFault, instant, line } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

/** The commands that may be switched on; a stop is always taken. */
export const mqttCommand = z.enum(['start', 'pause', 'dock'])
export type MqttCommand = z.infer<typeof mqttCommand>

/** Why there is no connection. */
export const mqttProblem = z.enum([
  'notReached',
  'tooSlow',
  'forbiddenAddress',
  'untrusted',
  'loginRefused',
  'refused',
  'topicsRefused',
  'lost',
  'sealBroken',
])
export type MqttProblem = z.infer<typeof mqttProblem>

/** Letters and digits only, which every broker and Home Assistant take; no wildcards. */
export const mqttTopic = z
  .string()
  .max(80)
  .regex(/^[\w-]+(\/[\w-]+){0,4}$/, fieldFault('mqttTopic'))
export const mqttAddress = z
  .url({
    protocol: /^mqtts?$/,
    error: ({ code }) => (code === 'invalid_type' ? undefined : fieldFault('brokerAddress')),
  })
  .max(300)
  .regex(/^mqtts?:\/\/[^/?#@]+\/?$/i, fieldFault('brokerAddress'))
/** Without characters that nobody sees. */
export const mqttText = z.string().regex(/^\P{C}*$/u, fieldFault('controlCharacters'))
/** A certificate in PEM, for a broker that no public authority signed. */
export const mqttAuthority = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .max(20_000)
    .regex(/^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/, fieldFault('certificate')),
])

export const mqttSettings = z.strictObject({
  enabled: z.boolean(),
  /** `mqtt://host:1883`, or `mqtts://` with TLS. */
  address: z.union([z.literal(''), mqttAddress]),
  user: mqttText.max(200),
  /** The password itself goes in and never comes out. */
  hasPassword: z.boolean(),
  authority: mqttAuthority,
  /** In front of every topic. */
  prefix: mqttTopic,
  /** Whether Home Assistant finds the mowers by itself. */
  homeAssistant: z.boolean(),
  discoveryPrefix: mqttTopic,
  sharesPosition: z.boolean(),
  commands: z.array(mqttCommand).max(3),
  /** In the audit log, for the commands that come from there. */
  actorName: line(60),
})
export type MqttSettings = z.infer<typeof mqttSettings>

export const mqttSettingsChange = mqttSettings
  .omit({ hasPassword: true })
  .extend({
    /** Empty takes the stored one away, and so does another broker without a password of its own. */
    password: mqttText.max(500),
  })
  .partial()
export type MqttSettingsChange = z.infer<typeof mqttSettingsChange>

export const mqttState = z.strictObject({
  /** `withdrawing`: switched off, and the broker still holds what was published. */
  state: z.enum(['off', 'connecting', 'connected', 'failing', 'withdrawing']),
  connectedAt: instant.nullable(),
  triedAt: instant.nullable(),
  /** When it is tried again; null while it is connected or off. */
  nextTryAt: instant.nullable(),
  problem: mqttProblem.nullable(),
  detail: z.string(),
  /** Topics that the broker keeps for us. */
  topics: z.number().int(),
})
export type MqttState = z.infer<typeof mqttState>

export const mqttCalls = {
  mqtt: {
    settings: call({
      method: 'GET',
      path: 'settings/mqtt',
      who: 'settings.edit',
      result: mqttSettings,
    }),
    update: call({
      method: 'PATCH',
      path: 'settings/mqtt',
      who: 'settings.edit',
      body: mqttSettingsChange,
      result: mqttSettings,
    }),
    state: call({
      method: 'GET',
      path: 'mqtt',
      who: 'settings.edit',
      result: mqttState,
    }),
    test: call({
      method: 'POST',
      path: 'mqtt/test',
      who: 'settings.edit',
      body: mqttSettingsChange,
      result: z.strictObject({ problem: mqttProblem.nullable(), detail: z.string() }),
    }),
  },
} as const
