/**
 * The discovery messages against the schemas by which Home Assistant itself checks each component, as of its sources of 2026
 * (`homeassistant/components/mqtt`: schemas.py, config.py, util.py, and one file for each component). It drops keys that it does
 * not know without a word; here they fail.
 */
import { SILENT_TELEMETRY } from '@greensward/domain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { MowerNow } from '../../shared/missionLife/ports.ts'
import { discoveryOf } from './homeAssistant.ts'
import type { StoredMqtt } from './mqttStore.ts'
import { activityOf, createPublished } from './published.ts'
import { topicsOf } from './topics.ts'

const ID = '0b7390aa-1111-4222-8333-444455556666'
const OTHER = '0b7390aa-1111-4222-8333-444455557777'
const NODE = 'greensward_0b7390aa111142228333444455556666'

const mower = (changes: Partial<MowerNow> = {}, vehicle: Partial<MowerNow['vehicle']> = {}): MowerNow => ({
  ...{ id: ID, name: 'Grün 7 "Rook"', isAtBase: null, mission: null },
  vehicle: {
    ...{ id: ID, kind: 'mower', telemetry: SILENT_TELEMETRY, missionId: null, progress: null, stop: null },
    ...vehicle,
  },
  ...changes,
})
const live = (telemetry: Partial<typeof SILENT_TELEMETRY> = {}) => ({
  telemetry: { ...SILENT_TELEMETRY, link: 'live' as const, ...telemetry },
})
const settings = (changes: Partial<StoredMqtt> = {}): StoredMqtt => ({
  ...{ enabled: true, address: 'mqtt://h', user: '', sealedPassword: null, authority: '', prefix: 'club/course' },
  ...{ homeAssistant: true, discoveryPrefix: 'homeassistant', sharesPosition: true, actorName: 'MQTT' },
  ...{ commands: ['start', 'pause', 'dock'], triedAt: null, connectedAt: null, seenAt: null, failures: 0 },
  ...{ problem: null, detail: '', topics: [] },
  ...changes,
})
const found = (changes: Partial<StoredMqtt> = {}, mowers = [mower()]) =>
  discoveryOf(settings(changes), topicsOf('club/course'), mowers)

/** A name and not a filter, although it takes filters where it reads. */
const topic = z.string().regex(/^[^#+\p{Cc}]+$/u)
const template = z.string().regex(/\{\{.+\}\}/)
const text = z.string().optional()
const flag = z.boolean().optional()
const address = z.url().optional()
const texts = z.union([z.string(), z.array(z.string())]).optional()
const seconds = z.int().nonnegative().optional()
const available = { payload_available: text, payload_not_available: text }
/** `MQTT_BASE_SCHEMA` and `MQTT_ENTITY_COMMON_SCHEMA`. */
const shared = {
  qos: z.literal([0, 1, 2]).optional(),
  encoding: text,
  group: texts,
  ...available,
  // One of the two ways of saying it: a topic of its own with a template, or a list.
  availability: z.array(z.strictObject({ topic, ...available, value_template: template.optional() })).optional(),
  availability_mode: z.literal(['all', 'any', 'latest']).optional(),
  device: z
    .strictObject({
      identifiers: texts,
      connections: z.array(z.tuple([z.string(), z.string()])).optional(),
      ...{ manufacturer: text, model: text, model_id: text, name: text, hw_version: text, serial_number: text },
      ...{ sw_version: text, via_device: text, suggested_area: text, configuration_url: address },
    })
    .refine(({ identifiers = [], connections = [] }) => identifiers.length + connections.length > 0)
    .optional(),
  origin: z.strictObject({ name: z.string(), sw_version: text, support_url: address }).optional(),
  enabled_by_default: flag,
  visible_by_default: flag,
  entity_category: z.literal(['config', 'diagnostic']).optional(),
  entity_picture: address,
  icon: z.string().includes(':').optional(),
  json_attributes_topic: topic.optional(),
  json_attributes_template: template.optional(),
  default_entity_id: text,
  message_expiry_interval: seconds,
  // Optional in it; without one an entity has no device and no settings.
  unique_id: z.string().min(1),
  name: z.string().nullable().optional(),
}
const DOCUMENTED = {
  lawn_mower: z.strictObject({
    ...shared,
    activity_state_topic: topic.optional(),
    activity_value_template: template.optional(),
    start_mowing_command_topic: topic.optional(),
    start_mowing_command_template: template.optional(),
    pause_command_topic: topic.optional(),
    pause_command_template: template.optional(),
    dock_command_topic: topic.optional(),
    dock_command_template: template.optional(),
    optimistic: flag,
    retain: flag,
  }),
  sensor: z
    .strictObject({
      ...shared,
      state_topic: topic,
      value_template: template.optional(),
      // Of some sixty, those that a mower could have.
      device_class: z.literal(['battery', 'distance', 'duration', 'enum', 'speed', 'timestamp', 'voltage']).optional(),
      state_class: z.literal(['measurement', 'measurement_angle', 'total', 'total_increasing']).optional(),
      unit_of_measurement: text,
      suggested_display_precision: z.int().nonnegative().optional(),
      options: z.array(z.string()).min(1).optional(),
      expire_after: seconds,
      force_update: flag,
      last_reset_value_template: template.optional(),
    })
    // `validate_sensor_state_and_device_class_config`
    .refine(({ device_class, unit_of_measurement: unit }) => device_class !== 'battery' || unit === '%')
    .refine(config => config.options === undefined || (config.device_class === 'enum' && !config.state_class))
    .refine(config => config.last_reset_value_template === undefined || config.state_class === 'total'),
  button: z.strictObject({
    ...shared,
    command_topic: topic,
    command_template: template.optional(),
    device_class: z.literal(['identify', 'restart', 'update']).optional(),
    payload_press: text,
    retain: flag,
  }),
  // A state topic is deprecated there until 2027.1; without one the attributes are required.
  device_tracker: z.strictObject({
    ...shared,
    json_attributes_topic: topic,
    source_type: z.literal(['gps', 'router', 'bluetooth', 'bluetooth_le']).optional(),
  }),
} as const

/** As Home Assistant's own discovery reads a topic behind its prefix. */
const TOPIC = /^(\w+)\/([a-zA-Z0-9_-]+)\/([a-zA-Z0-9_-]+)\/config$/

test.each([
  ['club/course', 'homeassistant', ['start', 'pause', 'dock']],
  ['Grün & Co/9 Loch', 'ha/x', ['pause']],
  ['a', 'homeassistant', []],
] as const)(
  'every message below %s has the fields that Home Assistant takes, and no others',
  (prefix, front, commands) => {
    const changes = { prefix, discoveryPrefix: front, commands: [...commands] }
    const messages = discoveryOf(settings(changes), topicsOf(prefix), [mower(), mower({ id: OTHER, name: '{{ 7 }}' })])
    expect(messages.size).toBe(13)
    for (const [address, config] of messages) {
      expect(address.startsWith(`${front}/`)).toBe(true)
      const [, component = ''] = TOPIC.exec(address.slice(front.length + 1)) ?? []
      const shape = DOCUMENTED[component as keyof typeof DOCUMENTED]
      expect(shape, address).toBeDefined()
      // What is sent is JSON.
      const parsed = shape.safeParse(JSON.parse(JSON.stringify(config)))
      expect([address, parsed.error?.issues ?? []]).toEqual([address, []])
    }
  },
)

test('each entity belongs to a device, says when it is out of reach, and a mower says what it does', () => {
  const messages = [...found()]
  for (const [address, { availability, device }] of messages)
    expect([address, availability, device]).toEqual([
      address,
      expect.arrayContaining([{ topic: 'club/course/status' }]),
      expect.objectContaining({ identifiers: [expect.any(String)], name: expect.any(String) }),
    ])
  // Without this topic it would show what was last pressed.
  const [, lawnMower] = messages.find(([address]) => address.includes('/lawn_mower/')) ?? expect.fail()
  expect(lawnMower).toMatchObject({ activity_state_topic: `club/course/mower/${ID}/state` })
})

test('each entity has an id of its own, which a rename does not change', () => {
  const ids = [...found().values()].map(config => config.unique_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain(`${NODE}_mower`)
  expect([...found({}, [mower({ name: 'Another' })]).values()].map(config => config.unique_id)).toEqual(ids)
})

test('a command that is switched off is not offered', () => {
  const of = (changes: Partial<StoredMqtt>) => found(changes).get(`homeassistant/lawn_mower/${NODE}/mower/config`) ?? {}
  expect(Object.keys(of({})).filter(name => name.includes('command'))).toHaveLength(6)
  expect(Object.keys(of({ commands: ['pause'] })).filter(name => name.includes('command'))).toEqual([
    'pause_command_topic',
    'pause_command_template',
  ])
  expect(Object.keys(of({ commands: [] })).filter(name => name.includes('command'))).toEqual([])
})

test('a position is published only where the settings allow it', () => {
  const at = [mower({}, live({ position: [-6.25, 53.5], accuracyM: 0.014 }))]
  const course = { mode: 'normal', rainMode: 'false' } as const
  const shown = createPublished(settings())(at, course)
  expect(JSON.parse(shown.get(`club/course/mower/${ID}/position`) ?? '')).toEqual({
    latitude: 53.5,
    longitude: -6.25,
    gps_accuracy: 0.01,
  })
  const hidden = createPublished(settings({ sharesPosition: false }))(at, course)
  const all = [...hidden.keys(), ...hidden.values()].join('\n')
  expect(all).not.toMatch(/position|53\.5/)
  expect(createPublished(settings({ enabled: false }))(at, course).size).toBe(0)
})

test('what a mower does is a word of Home Assistant, and none where it has no word for it', () => {
  const mission = { title: 'Fairway 3', status: 'working', goal: 'mow' } as const
  expect(activityOf(mower())).toBe('none')
  expect(activityOf(mower({ isAtBase: false }, live()))).toBe('none')
  expect(activityOf(mower({ isAtBase: true }, live()))).toBe('docked')
  expect(activityOf(mower({}, live({ charging: true })))).toBe('docked')
  expect(activityOf(mower({ mission }, live()))).toBe('mowing')
  expect(activityOf(mower({ mission: { ...mission, goal: 'home' } }, live()))).toBe('returning')
  expect(activityOf(mower({ mission: { ...mission, goal: 'point' } }, live()))).toBe('none')
  expect(activityOf(mower({ mission: { ...mission, status: 'stopped' } }, live()))).toBe('paused')
  expect(activityOf(mower({ mission }, live({ batteryFailsafe: true })))).toBe('error')
  expect(activityOf(mower({}, { ...live(), foreignDrive: true }))).toBe('error')
  const stop = { requestedAt: '2026-11-20T06:15:00.000Z', acknowledged: false, standingStill: false }
  expect(activityOf(mower({ mission }, { ...live(), stop }))).toBe('error')
})
