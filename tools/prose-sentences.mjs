// A textlint rule: how many words a sentence may have. textlint-rule-sentence-length counts characters, and would so
// forbid names of settings and metrics rather than long sentences.
import { SentenceSplitterSyntax, splitAST } from 'sentence-splitter';
import { StringSource } from 'textlint-util-to-string';

export function maxWords({ Syntax, RuleError, report }, { max }) {
  /** A piece of code counts as one word, whatever it holds. */
  const replacer = ({ node, maskValue }) => (node.type === Syntax.Code ? maskValue('_') : undefined);
  return {
    [Syntax.Paragraph](paragraph) {
      for (const sentence of splitAST(paragraph).children) {
        if (sentence.type !== SentenceSplitterSyntax.Sentence) continue;
        const words = new StringSource(sentence, { replacer }).toString().split(/\s+/).filter(Boolean);
        if (words.length <= max) continue;
        const start = words.slice(0, 4).join(' ');
        report(
          sentence,
          new RuleError(`"${start} …" has ${words.length} words; at most ${max} are allowed.`),
        );
      }
    },
  };
}
