import classes from './LinkedText.module.css'

/** @param plain without the frame of a letter, where something else frames it */
export function LinkedText({ text, plain = false }: { text: string; plain?: boolean }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return (
    <p className={plain ? classes.plain : classes.letter}>
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
