/** One mower on one gateway, for the tests of what keeps people safe: brought to readiness or to mowing, spied on, stopped. */
import { RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, expect } from 'vitest'
import { first, mowerId, startTrial, type Trial, type TrialOptions } from './harness.ts'
import { smallMission } from './smallField.ts'

export const id = mowerId(1)
export let trial: Trial

afterEach(async () => {
  await trial.gateway.close()
})

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
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 20)
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

/** One message of the mower is lost each time, until the returned call. */
export const keepBack = (name: string): (() => void) => {
  const { takeOutgoing } = rover()
  Object.assign(rover(), { takeOutgoing: () => takeOutgoing().filter(said => said.name !== name) })
  return () => Object.assign(rover(), { takeOutgoing })
}

export const stands = () => rover().body.speedMps === 0 && !rover().bladeOn && rover().mode === RoverMode.hold
