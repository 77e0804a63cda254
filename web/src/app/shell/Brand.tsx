/** The mark: a flag over two mown lines. */
export function Brand({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="10" fill="#0B7390" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2.2">
        <path d="M19 25V9l9 4-9 4" />
        <path d="M8 27c4-3 8-4 12-4s8 1 12 4" />
        <path d="M8 32c4-2.4 8-3.2 12-3.2s8 .8 12 3.2" />
      </g>
    </svg>
  )
}
