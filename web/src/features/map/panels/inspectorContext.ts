/** The values for every inspector: the course, the machines, the plans, and the rights of the person. */
import type { Mission, Mower } from '@greensward/domain'
import type { MapObject } from '../../../map-canvas/scene.ts'
import type { CourseMapHandle } from '../../../map-view/CourseMapView.tsx'
import type { Course, Machines } from '../../../map-view/courseReadings.ts'

export interface Rights {
  readonly seesOperations: boolean
  readonly mayStop: boolean
  readonly mayOperate: boolean
  readonly mayPlan: boolean
  readonly mayEditMap: boolean
  readonly mayEditRoads: boolean
  readonly mayEditNotes: boolean
  readonly mayEditMowers: boolean
  readonly mayEditCarts: boolean
}

export interface InspectorContext {
  readonly course: Course
  readonly machines: Machines
  /** Planned and active ones. */
  readonly missions: readonly Mission[]
  readonly rights: Rights
  readonly now: Date
  readonly map: () => CourseMapHandle | null
  readonly followed: string | null
  readonly onFollow: (id: string | null) => void
  readonly onSelect: (thing: MapObject | null) => void
  readonly onClose: () => void
  /** Asks for the point that a mower is to drive to. */
  readonly onDriveTo: (mower: Mower) => void
  /** Brings a mission's area into view. */
  readonly onShowMission: (mission: Mission) => void
}
