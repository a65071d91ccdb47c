import classes from './LinkedText.module.css'

/** Plain text with clickable links. */
export function LinkedText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return (
    <p className={classes.letter}>
      {parts.map((part, i) =>
        // split() with a capturing group: every second part is a URL.
        i % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
          <a key={i} href={part} rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
