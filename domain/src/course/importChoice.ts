/** The choice of a person who imports: which features of a file go onto the map. */
import type { CourseFeature } from './course.ts'

/** A thing of the file that meets one of the map. */
export interface Standing {
  readonly feature: CourseFeature
  readonly existingId: string
  /** Title of the feature on the map. */
  readonly title: string
  /** `duplicate`: the same kind in nearly the same place; `overlaps`: a zone on the ground of another. */
  readonly reason: 'duplicate' | 'overlaps'
  /** False where the map's rules forbid to have both. */
  readonly addable: boolean
}

/** What a file became on the map of the time. */
export interface ReadCourse {
  readonly features: readonly CourseFeature[]
  readonly standing: readonly Standing[]
}

/** Gives a feature of one hole to the hole that takes its place, or to none. */
export const withHole = (feature: CourseFeature, holes: ReadonlyMap<string, string | null>): CourseFeature => {
  if (feature.kind !== 'zone' && feature.kind !== 'missionArea') return feature
  const { holeId } = feature.properties
  const other = holeId === null ? undefined : holes.get(holeId)
  if (other === undefined) return feature
  return feature.kind === 'zone'
    ? { ...feature, properties: { ...feature.properties, holeId: other } }
    : { ...feature, properties: { ...feature.properties, holeId: other } }
}

export interface ImportChoice {
  readonly mode: 'add' | 'replace'
  /** In the mode `add`: also what is there already, where the rules allow two of it. */
  readonly withDuplicates: boolean
  /** Ids of features that stay out. */
  readonly leaveOut?: ReadonlySet<string>
}

/** The features of a preview that a choice brings onto the map; those of a hole that stays out belong to no hole. */
export const chosenFeatures = (preview: ReadCourse, choice: ImportChoice): CourseFeature[] => {
  const features = featuresOfMode(preview, choice)
  const { leaveOut } = choice
  if (leaveOut === undefined || leaveOut.size === 0) return features
  const noHole = new Map([...leaveOut].map(id => [id, null]))
  return features.filter(({ id }) => !leaveOut.has(id)).map(feature => withHole(feature, noHole))
}

const featuresOfMode = (preview: ReadCourse, { mode, withDuplicates }: ImportChoice): CourseFeature[] => {
  if (mode === 'add')
    return [
      ...preview.features,
      ...(withDuplicates ? preview.standing.filter(({ addable }) => addable).map(({ feature }) => feature) : []),
    ]
  // The holes of today give way to those of the file, and the zones of the file belong to these again.
  const holes = new Map(
    preview.standing.flatMap(({ feature, existingId }) =>
      feature.kind === 'hole' ? [[existingId, feature.id] as const] : [],
    ),
  )
  return [...preview.features, ...preview.standing.map(({ feature }) => feature)].map(feature =>
    withHole(feature, holes),
  )
}
