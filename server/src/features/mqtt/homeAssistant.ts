/**
 * The discovery messages of Home Assistant (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery): one for each
 * entity, on `<discovery prefix>/<component>/<node id>/<object id>/config`. An empty one withdraws it.
 */
import type { MqttCommand } from '@greensward/contract'
import { VERSION } from '../../platform/version.ts'
import type { MowerNow } from '../../shared/missionLife/ports.ts'
import type { StoredMqtt } from './mqttStore.ts'
import type { Topics } from './topics.ts'

type Config = Readonly<Record<string, unknown>>

const ORIGIN = { name: 'Greensward', sw_version: VERSION }

/**
 * A command that makes a mower move says when it was sent: MQTT itself does not. The template is evaluated by Home Assistant
 * when somebody presses.
 */
const commandTemplate = (command: MqttCommand): string =>
  `{"command": "${command}", "at": "{{ utcnow().isoformat() }}"}`

const COMMAND_FIELDS = { start: 'start_mowing_command', pause: 'pause_command', dock: 'dock_command' } as const

const lawnMower = (settings: StoredMqtt, topics: Topics, id: string): Config => ({
  // The entity is the device itself.
  name: null,
  activity_state_topic: topics.state(id),
  activity_value_template: '{{ value_json.activity }}',
  ...Object.fromEntries(
    settings.commands.flatMap(command => [
      [`${COMMAND_FIELDS[command]}_topic`, topics.command(id)],
      [`${COMMAND_FIELDS[command]}_template`, commandTemplate(command)],
    ]),
  ),
  json_attributes_topic: topics.state(id),
})

const sensors = (topics: Topics, id: string): readonly (readonly [name: string, config: Config])[] => {
  const state_topic = topics.state(id)
  return [
    [
      'battery',
      {
        ...{ name: 'Battery', state_topic, value_template: '{{ value_json.battery }}' },
        ...{ device_class: 'battery', state_class: 'measurement', unit_of_measurement: '%' },
        entity_category: 'diagnostic',
      },
    ],
    [
      'mission',
      { name: 'Mission', state_topic, value_template: '{{ value_json.mission }}', icon: 'mdi:map-marker-path' },
    ],
    [
      'progress',
      {
        ...{ name: 'Progress', state_topic, value_template: '{{ value_json.progress }}' },
        ...{ state_class: 'measurement', unit_of_measurement: '%', icon: 'mdi:progress-check' },
      },
    ],
  ]
}

/** Ids are those of the database, so that a mower stays the same one after it was renamed or the server moved. */
export const discoveryOf = (
  settings: StoredMqtt,
  topics: Topics,
  mowers: readonly MowerNow[],
): ReadonlyMap<string, Config> => {
  const messages = new Map<string, Config>()
  const server = `${settings.prefix.replace(/\W/g, '_')}_course`
  const add = (component: string, node: string, object: string, config: Config): void => {
    const unique_id = `${node}_${object}`
    messages.set(`${settings.discoveryPrefix}/${component}/${node}/${object}/config`, {
      ...config,
      unique_id,
      origin: ORIGIN,
      qos: 1,
    })
  }
  const connected = { topic: topics.status }
  add('button', server, 'stop_all', {
    ...{ name: 'Stop all mowers', command_topic: topics.stopAll, payload_press: 'stop', icon: 'mdi:stop-circle' },
    availability: [connected],
    device: { identifiers: [server], name: 'Greensward', manufacturer: 'Greensward' },
  })
  for (const { id, name } of mowers) {
    const node = `greensward_${id.replaceAll('-', '')}`
    const shared = {
      // Both: a mower is out of reach as well while Greensward is.
      availability: [connected, { topic: topics.availability(id) }],
      availability_mode: 'all',
      device: { identifiers: [node], name, manufacturer: 'Greensward', via_device: server },
    }
    add('lawn_mower', node, 'mower', { ...shared, ...lawnMower(settings, topics, id) })
    for (const [object, config] of sensors(topics, id)) add('sensor', node, object, { ...shared, ...config })
    if (settings.sharesPosition)
      add('device_tracker', node, 'position', {
        ...shared,
        ...{ name: 'Position', json_attributes_topic: topics.position(id), source_type: 'gps' },
      })
    add('button', node, 'stop', {
      ...shared,
      ...{ name: 'Stop', command_topic: topics.stop(id), payload_press: 'stop', icon: 'mdi:stop-circle' },
      // A stop is sent to a mower that seems gone as well.
      availability: [connected],
    })
  }
  return messages
}
