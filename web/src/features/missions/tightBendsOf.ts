import type { MissionPlan, Position } from '@greensward/domain'

/** Where a plan bends tighter than the mower's turning radius. */
export const tightBendsOf = ({ warnings }: Pick<MissionPlan, 'warnings'>): readonly Position[] =>
  warnings.flatMap(({ code, places }) => (code === 'turnRadiusNotKept' ? (places ?? []) : []))
