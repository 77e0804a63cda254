import { useTranslation } from 'react-i18next'
import classes from './CoursePicture.module.css'

/** The way a mower is taking over the fairway: stripes, a turn, the next stripe. */
const STRIPES = Array.from({ length: 26 }, (_, index) => index * 24 - 120)
/** Where the drawn trees stand: x, y, radius. */
const TREES: readonly (readonly [number, number, number])[] = [
  [70, 90, 34],
  [122, 60, 26],
  [40, 160, 28],
  [150, 128, 22],
  [96, 214, 30],
  [36, 268, 24],
  [742, 84, 30],
  [700, 46, 24],
  [770, 148, 34],
  [726, 206, 22],
  [60, 676, 34],
  [112, 726, 28],
  [32, 748, 26],
  [168, 690, 22],
  [754, 556, 30],
  [772, 628, 24],
  [718, 612, 22],
  [690, 742, 34],
  [748, 762, 28],
  [626, 768, 24],
  [236, 752, 26],
  [560, 40, 22],
  [618, 84, 28],
  [508, 66, 18],
]

/** A hole from above, drawn: rough, fairway half mown in stripes, green, bunkers, water, path, and the mower at work. */
export function CoursePicture({ className }: { readonly className: string }) {
  const { t } = useTranslation()
  return (
    <svg
      className={`${className} ${classes.picture}`}
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={t('login.picture')}
    >
      <defs>
        <clipPath id="login-fairway">
          <path d="M214 706c-52-46-34-128 10-196 40-62 58-104 62-172 6-92 66-164 158-178 86-14 152 30 164 96 14 74-52 112-100 158-54 52-66 108-82 184-18 84-58 134-118 142-36 4-68-10-94-34Z" />
        </clipPath>
        <clipPath id="login-mown">
          <path d="M0 330 800 470V800H0Z" />
        </clipPath>
      </defs>
      <rect width="800" height="800" className={classes.rough} />
      <path
        className={classes.rough2}
        d="M0 0h800v210C640 150 560 60 380 96 200 132 170 330 110 470 70 566 30 600 0 620Z"
      />
      <path className={classes.water} d="M560 800c14-88 66-128 118-176s76-96 122-122v298Z" />
      <path className={classes.shore} d="M560 800c14-88 66-128 118-176s76-96 122-122" />
      <path
        className={classes.path}
        d="M-20 540c90-20 118-110 130-208C126 190 220 70 420 44c150-20 250 60 268 176 14 96-40 150-70 220-24 56-20 118-62 190-34 58-96 110-110 190"
      />
      <g clipPath="url(#login-fairway)">
        <rect width="800" height="800" className={classes.fairway} />
        <g clipPath="url(#login-mown)">
          <g transform="rotate(10 400 400)">
            {STRIPES.map((x, index) => (
              <rect
                key={x}
                x={x + 120}
                y="0"
                width="24"
                height="900"
                className={index % 2 === 0 ? classes.light : classes.dark}
              />
            ))}
          </g>
        </g>
      </g>
      <path
        className={classes.edge}
        d="M214 706c-52-46-34-128 10-196 40-62 58-104 62-172 6-92 66-164 158-178 86-14 152 30 164 96 14 74-52 112-100 158-54 52-66 108-82 184-18 84-58 134-118 142-36 4-68-10-94-34Z"
      />
      <path
        className={classes.green}
        d="M470 196c34-18 84-10 96 22 12 34-22 62-60 60-34-2-62-18-62-44 0-16 10-30 26-38Z"
      />
      <path
        className={classes.bunker}
        d="M592 282c20-6 40 6 38 24-2 20-30 28-46 16-14-12-10-34 8-40ZM408 176c14-10 32-4 32 10s-18 26-32 20c-12-4-12-20 0-30ZM216 604c18-12 38-2 38 16 0 20-24 30-40 20-14-8-14-26 2-36Z"
      />
      <g className={classes.way}>
        <path className={classes.casing} d="M286 628 330 380M310 632 352 392M334 630 372 400" />
        <path className={classes.planned} d="m396 410 16-92M420 402l18-94M444 372l16-86" />
        <path className={classes.working} d="M286 628 330 380M310 632 352 392M334 630 372 400" />
      </g>
      <g transform="translate(372 400)">
        <circle r="20" className={classes.mower} />
        <path d="m0-10 8 17-8-4-8 4Z" fill="#fff" transform="rotate(10)" />
      </g>
      <g>
        <path d="M506 232v-46l26 11-26 11" className={classes.flag} />
        <ellipse cx="506" cy="233" rx="5" ry="2.5" className={classes.cup} />
      </g>
      {TREES.map(([x, y, radius]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x + 7} cy={y + 9} r={radius} className={classes.shade} />
          <circle cx={x} cy={y} r={radius} className={classes.tree} />
          <circle cx={x - radius * 0.25} cy={y - radius * 0.25} r={radius * 0.6} className={classes.crown} />
        </g>
      ))}
    </svg>
  )
}
