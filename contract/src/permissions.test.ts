import { expect, test } from 'vitest'
import type { Call, Who } from './call.ts'
import { calls } from './http.ts'

/**
 * Who may make each call, written out for the calls that let a server start mowers or that it follows when it does. The server
 * enforces what the contract says; a wrong permission in the contract is found only here.
 */
const TABLE: Readonly<Record<string, Readonly<Record<string, Who>>>> = {
  shifts: {
    list: 'operations.read',
    film: 'operations.read',
    create: 'mowers.operate',
    remove: 'mowers.operate',
    release: 'mowers.operate',
    continue: 'mowers.operate',
    replan: 'mowers.operate',
    applyReplan: 'mowers.operate',
    // Everybody who may stop a mower.
    pause: 'mowers.stop',
    revoke: 'mowers.stop',
  },
  standingPlans: {
    list: 'operations.read',
    get: 'operations.read',
    days: 'operations.read',
    create: 'missions.plan',
    update: 'missions.plan',
    remove: 'missions.plan',
    copy: 'missions.plan',
    pause: 'missions.plan',
    fromSeries: 'missions.plan',
    tryOut: 'missions.plan',
  },
  teeSheets: {
    get: 'operations.read',
    settings: 'operations.read',
    address: 'operations.read',
    put: 'missions.plan',
    remove: 'missions.plan',
    preview: 'missions.plan',
    import: 'missions.plan',
    update: 'missions.plan',
    // The server connects to it.
    changeAddress: 'settings.edit',
    testAddress: 'settings.edit',
    readAddress: 'settings.edit',
  },
}

const groups: Readonly<Record<string, Readonly<Record<string, Call>>>> = calls

test.each(Object.entries(TABLE))(
  'each of the calls of %s needs its permission, and there is no other',
  (group, who) => {
    const members = Object.entries(groups[group] ?? {})
    expect(Object.fromEntries(members.map(([name, call]) => [name, call.who]))).toEqual(who)
  },
)
