import type { PublicCourse } from '@greensward/domain'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { coursePictureOf, type Point } from './coursePicture.ts'
import classes from './PublicCoursePage.module.css'

interface CourseDrawingProps {
  readonly course: PublicCourse
  /** The hole that is shown among the others, by its position in the order. */
  readonly chosen: number | null
  readonly onChoose: (index: number | null) => void
}

/** Of the picture's longer side. */
const MARK_SHARE = 1 / 48

const written = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')

/** The label at its tee: the number in its name, else its position in the order. */
const numberOf = (name: string, index: number): string => /\d{1,2}/.exec(name)?.[0] ?? String(index + 1)

/** A flag in its hole, as tall as two labels. */
function Flag({ at: [x, y], mark }: { readonly at: Point; readonly mark: number }) {
  const topY = y - 2 * mark
  return (
    <>
      <ellipse className={classes.cup} cx={x} cy={y} rx={mark / 3} ry={mark / 6} />
      <path className={classes.pole} d={`M${x} ${y}V${topY}`} strokeWidth={mark / 7} />
      <path className={classes.flag} d={`M${x} ${topY}l${mark} ${mark * 0.35}l${-mark} ${mark * 0.35}z`} />
    </>
  )
}

/** Fairways, greens and tees in their colours, and each hole from its tee to its green. */
export function CourseDrawing({ course, chosen, onChoose }: CourseDrawingProps) {
  const { t } = useTranslation()
  const { box, areas, lines } = useMemo(() => coursePictureOf(course), [course])
  const mark = Math.max(box[2], box[3]) * MARK_SHARE
  return (
    <svg
      className={classes.picture}
      viewBox={box.map(value => value.toFixed(1)).join(' ')}
      role="img"
      aria-label={t('publicCourse.picture', { holes: course.holes.length })}
    >
      <defs>
        <pattern
          id="course-rough"
          width={mark * 3}
          height={mark * 3}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(35)"
        >
          <rect className={classes.stripe} width={mark * 1.5} height={mark * 3} />
        </pattern>
      </defs>
      <rect x={box[0]} y={box[1]} width={box[2]} height={box[3]} fill="url(#course-rough)" />
      {areas.map(({ color, rings }) => {
        const outline = rings.map(ring => `M${written(ring)}Z`).join('')
        return (
          <path
            key={outline}
            className={classes.area}
            d={outline}
            fill={color}
            fillRule="evenodd"
            strokeWidth={mark / 12}
          />
        )
      })}
      {lines.map((line, index) => {
        const [tee, green] = [line[0], line.at(-1)]
        if (tee === undefined || green === undefined) return null
        const isOther = chosen !== null && chosen !== index
        return (
          <g key={written(line)} opacity={isOther ? 0.35 : 1}>
            <path className={classes.way} d={`M${written(line)}`} strokeWidth={mark / 5} />
            <Flag at={green} mark={mark} />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the table beside it do the same for the keyboard */}
            <g className={classes.tee} onClick={() => onChoose(chosen === index ? null : index)}>
              <circle cx={tee[0]} cy={tee[1]} r={mark} />
              <text x={tee[0]} y={tee[1]} fontSize={mark * 1.1} textAnchor="middle" dominantBaseline="central">
                {numberOf(course.holes[index]?.name ?? '', index)}
              </text>
            </g>
          </g>
        )
      })}
    </svg>
  )
}
