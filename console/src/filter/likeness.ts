import words from '../../../clients/typescript/src/filter/grammar/words.ts';

const LIKE = new RegExp(`^(?:(?:${words.filler.join('|')})\\s+)*(?:${words.alike.join('|')})\\s+(.+)$`, 'i');

/** Returns the name in words such as "companies like Acme": filters do not compare companies, the page of one does. */
export const likedName = (text: string): string | undefined => LIKE.exec(text.trim())?.[1];
