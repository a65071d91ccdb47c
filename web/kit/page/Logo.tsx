export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="13" fill="none" stroke="var(--accent)" strokeWidth="3" strokeDasharray="6 3.2" />
      <path d="M16 8.5 22 23l-6-3.4L10 23z" fill="var(--accent)" />
    </svg>
  )
}
