/** The rig of mowers on MAVLink: the gateway, simulated rovers that sign, and a memory link between them. */
import { mavlinkAdapter } from '@greensward/vehicle'
import { encodeFrame, MavCmd, type Message, message, RoverMode } from '@greensward/vehicle/mavlink'
import type { OpenRig } from './adapterRig.ts'
import { first, mowerId, startTrial } from './harness.ts'
import { smallMission } from './smallField.ts'

const KEY = new Uint8Array(32).fill(7)

/** A command that makes a rover arm, drive, or switch its blade on. */
const moves = (received: Message): string | undefined => {
  if (received.name !== 'COMMAND_LONG') return undefined
  const { command, param1, param2 } = received.fields
  if (command === MavCmd.missionStart) return 'start'
  if (command === MavCmd.componentArmDisarm && param1 === 1) return 'arm'
  if (command === MavCmd.doSetMode && param2 !== RoverMode.hold) return 'mode'
  return command === MavCmd.doSetRelay && param2 === 1 ? 'blade on' : undefined
}

export const openMavlinkRig: OpenRig = async () => {
  const trial = await startTrial({ mowers: 2, mower: { signingKey: KEY }, roverKey: KEY })
  const rover = first(trial.rovers)
  const radio = first(trial.radios)
  const adapterOfNow = () => mavlinkAdapter(trial.gateway)
  let adapter = adapterOfNow()
  const moving: string[] = []
  const receive = rover.receive
  let isDeaf = false
  const spied: typeof receive = (received, from) => {
    if (isDeaf) return
    moving.push(...[moves(received)].filter(command => command !== undefined))
    receive(received, from)
  }
  Object.assign(rover, { receive: spied })
  const ids = [mowerId(1), mowerId(2)] as const
  const [id] = ids
  const isReady = (one: string): boolean =>
    adapter.telemetryOf(one)?.ready === true && trial.gateway.state(one)?.mission !== null
  if (!(await trial.until(() => ids.every(isReady), 60))) throw new Error('The mowers did not become ready')

  return {
    get adapter() {
      return adapter
    },
    ids,
    until: trial.until,
    finish: promise => trial.finish(promise),
    pass: trial.pass,
    work: async () => {
      const uploaded = await trial.finish(trial.gateway.upload(id, smallMission.items))
      const started = await trial.finish(trial.gateway.start(id))
      if (uploaded.outcome !== 'accepted' || started.outcome !== 'accepted') throw new Error('The mower did not start')
      if (!(await trial.until(() => rover.bladeOn && rover.body.speedMps > 1, 60))) throw new Error('It does not mow')
    },
    drives: () => rover.body.speedMps !== 0,
    cuts: () => rover.bladeOn,
    deafen: () => {
      isDeaf = true
    },
    setSilent: isSilent => {
      radio.on = !isSilent
    },
    movingCommands: () => [...moving],
    restart: async () => {
      moving.length = 0
      await trial.restartGateway()
      adapter = adapterOfNow()
    },
    reportUnsigned: () => {
      const disarmed = message('HEARTBEAT', {
        type: 10,
        autopilot: 3,
        baseMode: 81,
        customMode: 0,
        systemStatus: 4,
        mavlinkVersion: 3,
      })
      trial.stranger('memory:1').say(encodeFrame(disarmed, { systemId: 1, componentId: 1 }, 0))
    },
    close: () => trial.gateway.close(),
  }
}
