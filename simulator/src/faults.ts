/** Faults by a line of text: `<id|all> <fault> <value>`. */
import { MavCmd, message } from '@greensward/vehicle/mavlink'
import type { Radio } from './radio.ts'
import type { Rover } from './rover.ts'

export interface Subject {
  readonly rover: Rover
  readonly radio: Radio
}

const onOff = (word: string | undefined): boolean | undefined =>
  word === 'on' ? true : word === 'off' ? false : undefined

const within = (word: string | undefined, least: number, most: number): number | undefined => {
  const value = word === undefined || word === '' ? Number.NaN : Number(word)
  return value >= least && value <= most ? value : undefined
}

/** Another ground station at the same radio. */
const OTHER_STATION = { systemId: 250, componentId: 190 }

const startFromElsewhere = (rover: Rover): void => {
  const target = { targetSystem: rover.systemId, targetComponent: 1 }
  rover.receive(message('COMMAND_LONG', { command: MavCmd.componentArmDisarm, param1: 1, ...target }), OTHER_STATION)
  rover.receive(message('COMMAND_LONG', { command: MavCmd.missionStart, ...target }), OTHER_STATION)
}

const apply = ({ rover, radio }: Subject, fault: string, words: readonly string[]): boolean => {
  const switched = onOff(words[0])
  switch (fault) {
    case 'link':
      if (switched === undefined) return false
      radio.faults.on = switched
      return true
    case 'loss': {
      const percent = within(words[0], 0, 100)
      if (percent === undefined) return false
      radio.faults.lossPercent = percent
      return true
    }
    case 'delay': {
      const ms = within(words[0], 0, 60_000)
      if (ms === undefined) return false
      radio.faults.delayMs = ms
      return true
    }
    case 'fix': {
      const fix = within(words[0], 0, 6)
      if (fix === undefined) return false
      rover.faults.fixType = Math.round(fix)
      return true
    }
    case 'battery': {
      const percent = within(words[0], 0, 100)
      if (percent === undefined) return false
      rover.setBattery(percent / 100)
      return true
    }
    case 'gauge':
      if (switched === undefined) return false
      rover.faults.noGauge = !switched
      return true
    case 'use': {
      const mowingM = within(words[0], 1, 1e6)
      const drivingM = within(words[1] ?? words[0], 1, 1e6)
      if (mowingM === undefined || drivingM === undefined) return false
      rover.setEnergyUse({ mowingPerM: 1 / mowingM, drivingPerM: 1 / drivingM })
      return true
    }
    case 'volts': {
      const volts = words[0] === 'off' ? null : within(words[0], 0, 100)
      if (volts === undefined) return false
      rover.setVoltage(volts)
      return true
    }
    case 'stuck':
      if (switched === undefined) return false
      rover.faults.stuck = switched
      return true
    case 'rain':
      if (switched === undefined) return false
      rover.faults.rain = switched
      return true
    case 'start':
      startFromElsewhere(rover)
      return true
    case 'reboot':
      rover.reboot()
      return true
    case 'jump': {
      const east = within(words[0], -1e6, 1e6)
      const north = within(words[1], -1e6, 1e6)
      if (east === undefined || north === undefined) return false
      rover.faults.jump = [east, north]
      return true
    }
    default:
      return false
  }
}

/** @returns what is to be said about it: `ok`, or why not */
export const applyFaultLine = (line: string, subjects: readonly Subject[]): string => {
  const [who = '', fault = '', ...words] = line.trim().split(/\s+/)
  const chosen = who === 'all' ? subjects : subjects.filter(({ rover }) => String(rover.systemId) === who)
  if (chosen.length === 0) return `unknown mower ${who}`
  const done = chosen.map(subject => apply(subject, fault, words))
  return done.every(Boolean) ? 'ok' : `not understood: ${line.trim()}`
}
