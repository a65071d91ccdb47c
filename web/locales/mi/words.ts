/** Some of the sentences of a language, by their English names. */
export type Words<T> = { [K in keyof T]?: T[K] extends string ? string : Words<T[K]> }
