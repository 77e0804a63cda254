/** One mower on one gateway, for the tests of what keeps people safe: brought to readiness or to mowing, spied on, stopped. */
import { encodeFrame, type Message, RoverMode } from '@greensward/vehicle/mavlink'
import { expect } from 'vitest'
import { first, HOME, mowerId, startTrial, type Trial, type TrialOptions } from './harness.ts'
import { smallMission } from './smallField.ts'

export const id = mowerId(1)
export let trial: Trial

/** Each test file calls it after each of its tests: files that share a worker evaluate this module only once. */
export const closeTrial = (): Promise<void> => trial.gateway.close()

export const rover = () => first(trial.rovers)
export const radio = () => first(trial.radios)
export const telemetry = () => trial.gateway.state(id)?.telemetry
export const kinds = () => trial.events.map(({ kind }) => kind)
export const safetyReasons = () => trial.events.flatMap(event => (event.kind === 'safetyStop' ? [event.reason] : []))

/** A trial that nothing has been waited for yet. */
export const begin = async (options?: TrialOptions): Promise<void> => {
  trial = await startTrial(options)
}

export const ready = async (options?: TrialOptions): Promise<void> => {
  await begin(options)
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
}

/** Mowing, with the blade seen on. */
export const mowing = async (options?: TrialOptions): Promise<void> => {
  await ready(options)
  expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
  expect(await trial.until(() => telemetry()?.bladeOn === true && rover().body.speedMps > 1, 60)).toBe(true)
}

/** Records the command and its on or off value of every command that the mower receives from now on. */
export const spyOnCommands = (): [command: number, setting: number][] => {
  const commands: [number, number][] = []
  const receive = rover().receive
  const spied: typeof receive = (received, from) => {
    if (received.name === 'COMMAND_LONG') {
      const { command, param1, param2 } = received.fields
      commands.push([command, command === 181 ? param2 : param1])
    }
    receive(received, from)
  }
  Object.assign(rover(), { receive: spied })
  return commands
}

/** Replaces what the mower says before it is sent, until the returned call. */
export const replaceSaid = (replaced: (said: Message) => readonly Message[]): (() => void) => {
  const { takeOutgoing } = rover()
  Object.assign(rover(), { takeOutgoing: () => takeOutgoing().flatMap(replaced) })
  return () => Object.assign(rover(), { takeOutgoing })
}

/** One message of the mower is lost each time, until the returned call. */
export const keepBack = (name: string): (() => void) => replaceSaid(said => (said.name === name ? [] : [said]))

/** Sends a message from the mower's own address, so that it is not refused for where it comes from. */
export const sayAs = (componentId: number, said: Message): void =>
  trial.stranger('memory:1').say(encodeFrame(said, { systemId: 1, componentId }, 0))

/** A mower at home that has these parameters stored. */
export const saved = (parameters: Readonly<Record<string, number>>) => ({
  position: [HOME[0], HOME[1]] as const,
  headingDeg: 0,
  battery: 1,
  items: [],
  parameters,
})

export const stands = () => rover().body.speedMps === 0 && !rover().bladeOn && rover().mode === RoverMode.hold
