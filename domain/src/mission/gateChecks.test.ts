import { describe, expect, test } from 'vitest'
import type { VehicleCapabilities } from '../garage/capabilities.ts'
import { areaChecksFor, gateChecksFor } from './gateChecks.ts'
import { DRIVE_CHECKS, gateCheck } from './startGate.ts'

const PATH_FOLLOWER: VehicleCapabilities = {
  followsPath: true,
  mowsWorkArea: false,
  positionRateHz: 5,
  stopLatency: { via: 'directLink', withinS: 2.7 },
  blade: 'switched',
  charge: 'atBase',
  returnToBase: 'alongPath',
  fence: true,
  signing: true,
}

describe('gateChecksFor', () => {
  test('a machine that follows a path is asked everything, and a drive what drives were asked', () => {
    expect(gateChecksFor(PATH_FOLLOWER, false)).toEqual(gateCheck.options.filter(check => check !== 'ownState'))
    expect(gateChecksFor(PATH_FOLLOWER, true)).toEqual(DRIVE_CHECKS)
  })

  test('one that judges itself is asked what keeps it from starting, also before a drive, and not about an autopilot', () => {
    const own: VehicleCapabilities = {
      ...PATH_FOLLOWER,
      judgesItself: true,
      blade: 'own',
      fence: false,
      signing: false,
    }
    const ofAutopilot = ['fix', 'autopilot', 'linkFailsafe', 'failsafes', 'fence']
    const expected = gateCheck.options.filter(check => !ofAutopilot.includes(check))
    expect(gateChecksFor(own, false)).toEqual(expected)
    expect(gateChecksFor(own, true)).toEqual(
      expected.filter(check => DRIVE_CHECKS.includes(check) || check === 'ownState'),
    )
  })

  test('a machine that finds its own path through a cloud is asked only what it can answer', () => {
    const cloud: VehicleCapabilities = {
      ...PATH_FOLLOWER,
      followsPath: false,
      mowsWorkArea: true,
      stopLatency: { via: 'makersCloud', withinS: 60 },
      fence: false,
    }
    const checks = gateChecksFor(cloud, false)
    expect(gateCheck.options.filter(check => !checks.includes(check))).toEqual([
      'fix',
      'autopilot',
      'blade',
      'planFits',
      'way',
      'linkFailsafe',
      'failsafes',
      'fence',
    ])
  })

  test('a machine that mows an area by itself is asked neither for a mission nor for the energy that it takes', () => {
    const cloud: VehicleCapabilities = {
      ...PATH_FOLLOWER,
      ...{ followsPath: false, mowsWorkArea: true, charge: 'own', fence: false },
      stopLatency: { via: 'makersCloud', withinS: 60 },
    }
    expect(areaChecksFor(cloud)).toEqual([
      'telemetry',
      'ownState',
      'zoneFree',
      'rain',
      'courseMode',
      'zoneOpen',
      'carts',
      'expectedPlay',
      'service',
    ])
  })

  test('a machine that mows its own map is asked for its own state, and what it does without a link is said', () => {
    const own: VehicleCapabilities = {
      ...PATH_FOLLOWER,
      ...{ followsPath: false, mowsOwnMap: true, charge: 'own', fence: false },
    }
    expect(areaChecksFor(own)).toEqual([
      'telemetry',
      'ownState',
      'zoneFree',
      'rain',
      'courseMode',
      'zoneOpen',
      'carts',
      'expectedPlay',
      'service',
      'linkFailsafe',
    ])
  })

  test('a machine on a direct link without a fence is not asked for one', () => {
    expect(gateChecksFor({ ...PATH_FOLLOWER, fence: false }, false)).toEqual(
      gateCheck.options.filter(check => check !== 'fence' && check !== 'ownState'),
    )
  })
})
