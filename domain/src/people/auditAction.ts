/** The actions of the audit log: a noun and a verb. Screens have words for each. */
import { cartMessageKind } from '../cart/cartMessage.ts'
import { MISSION_EVENTS } from '../mission/mission.ts'
import { orderStatus } from '../restaurant/restaurant.ts'

const AUDITED_NOUNS = [
  'base',
  'blade',
  'mower',
  'cart',
  'category',
  'dish',
  'zoneType',
  'technicalNumber',
  'standingPlan',
  'jobKind',
  'jobRepeat',
  'webhook',
] as const
/** Nouns that are added, changed and deleted by the same routes. */
export type AuditedNoun = (typeof AUDITED_NOUNS)[number]

const VERBS = ['create', 'update', 'delete'] as const
const SERVICED = ['mower', 'cart'] as const
const SERVICE_VERBS = ['servicePlan', 'serviced', 'serviceUnwritten'] as const
export type ServiceVerb = (typeof SERVICE_VERBS)[number]
const WEATHER_ANSWERS = ['accepted', 'declined'] as const

const OTHERS = [
  'accessKey.create',
  'accessKey.delete',
  'auth.logout',
  'auth.signIn',
  'automower.confirmError',
  'automower.park',
  'automower.pause',
  'automower.request',
  'automower.resume',
  'automower.startArea',
  'backup.create',
  'calendarFeed.create',
  'calendarFeed.delete',
  'cart.lift',
  'cart.newKey',
  'cart.pair',
  'cart.paired',
  'cart.removeDevice',
  'cart.removeKey',
  'courseMode.change',
  'demo.fill',
  'dish.removePhoto',
  'dish.setPhoto',
  'job.delete',
  'job.done',
  'job.give',
  'job.notDone',
  'job.plan',
  'job.reopen',
  'job.restore',
  'job.start',
  'job.update',
  'map.change',
  'map.version',
  'map.version.delete',
  'menu.sort',
  'mission.create',
  'mission.delete',
  'mission.move',
  'mission.update',
  'mower.acceptSender',
  'mower.autopilot',
  'mower.clear',
  'mower.disarm',
  'mower.failsafe',
  'mower.foreignDrive',
  'mower.newKey',
  'mower.refuel',
  'mower.removeKey',
  'mower.request',
  'mower.restartAutopilot',
  'mower.sendHome',
  'mower.start',
  'mower.stop',
  'notification.acknowledge',
  'notifications.choose',
  'order.create',
  'profile.changePassword',
  'profile.update',
  'push.add',
  'push.remove',
  'raster.cancelUpload',
  'raster.remove',
  'raster.update',
  'raster.upload',
  'session.end',
  'session.endOthers',
  'settings.update',
  'shift.continue',
  'shift.create',
  'shift.delete',
  'shift.pause',
  'shift.release',
  'shift.replan',
  'shift.revoke',
  'standingPlan.continue',
  'standingPlan.pause',
  'teeSheet.import',
  'teeSheet.remove',
  'teeSheet.update',
  'user.acceptInvitation',
  'user.create',
  'user.delete',
  'user.invite',
  'user.register',
  'user.setUp',
  'user.signOut',
  'user.update',
  'wall.pair',
  'wall.paired',
  'wall.remove',
  'webhook.newKey',
  'webhook.sendAgain',
] as const

/** Both lists of a pair of words, each with each. */
const pairs = <N extends string, V extends string>(nouns: readonly N[], verbs: readonly V[]) =>
  nouns.flatMap(noun => verbs.map((verb): `${N}.${V}` => `${noun}.${verb}`))

export const AUDIT_ACTIONS = [
  ...OTHERS,
  ...pairs(AUDITED_NOUNS, VERBS),
  ...pairs(SERVICED, SERVICE_VERBS),
  ...pairs(['weather'], WEATHER_ANSWERS),
  ...pairs(['mission'], MISSION_EVENTS),
  ...pairs(['order'], orderStatus.options),
  // That a cart came into a closed area is written by nobody.
  ...pairs(['cart'], cartMessageKind.exclude(['noGo']).options),
]
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
