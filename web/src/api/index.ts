/** The web's interface to the server: typed calls, the session, the live channel, and rights. */
export { hasAhead } from './ahead.ts'
export { session, stops } from './browser.ts'
export { call, callOnce, download, randomId, sendBytes, upload } from './call.ts'
export { useConflictText } from './conflictText.ts'
export { makeCourseTime, useCourseTime } from './courseTime.ts'
export { codeText, faultText } from './errorText.ts'
export { ApiFailure, errorText, fieldRefusals, firstRefusal, isKind } from './failure.ts'
export { type LiveState, live, whenAtRest } from './live.ts'
export {
  liveStore,
  useIsCut,
  useStatesOfVehicles,
  useVehicle,
  useVehicleIds,
  useVehicleValue,
  type VehicleView,
} from './liveStore.ts'
export { useCan, useHasRole, useProfile, useProfileQuery, useRoles, useSession } from './person.ts'
export { invalidate, keyOf, loadError, prefetch, queryClient, readFailedAgain, useAct, useCall } from './queries.ts'
export { STORAGE } from './storage.ts'
export { ticketSocket } from './ticketSocket.ts'
export { useHindrance } from './useHindrance.ts'
