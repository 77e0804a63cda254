import { driveS } from '../../pace.ts'
import { lengthM } from '../../polyline.ts'
import { setSpeedMps } from '../metrics/setSpeed.ts'
import type { LegKind } from '../plan.ts'
import type { Connection } from '../turns/connect.ts'
import type { PathRequest } from './pathRequest.ts'

type Machine = Pick<PathRequest, 'minTurnRadiusM' | 'widthM'>

/** A link that is one short manoeuvre is a turn, any other a transit. */
export const linkKind = ({ points, direct }: Connection, { minTurnRadiusM, widthM }: Machine): LegKind =>
  direct && lengthM(points) < Math.PI * minTurnRadiusM + 3 * widthM ? 'turn' : 'transit'

/** Seconds of a link from standstill to standstill. */
export const linkS = (link: Connection, request: Machine & Pick<PathRequest, 'speeds'>): number =>
  driveS([
    { points: link.points, speedMps: setSpeedMps({ kind: linkKind(link, request), bladeOn: false }, request.speeds) },
  ])
