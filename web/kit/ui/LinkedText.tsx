import classes from './LinkedText.module.css'

/** A text as it was written, whose addresses can be followed. */
export function LinkedText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return (
    <p className={classes.letter}>
      {parts.map((part, i) =>
        // Every second part is what was split at: an address.
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
