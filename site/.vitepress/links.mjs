// Makes links between files of the repository links of the site.
import { relative } from 'node:path';
import { linkText, pathOf, ROOT } from '../pages.mjs';

/**
 * Adds the rule to a parser of Markdown. VitePress then checks the links to pages, and puts the base before them.
 *
 * @param resolve function that `createLinks` created
 */
export function rewriteLinks(md, resolve) {
  md.core.ruler.push('rewrite-links', ({ tokens, env }) => {
    const file = relative(ROOT, env.realPath ?? env.path);
    for (const { children } of tokens) if (children) rewriteAll(children, (link) => resolve(file, link));
  });
}

function rewriteAll(tokens, resolve) {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'link_open') continue;
    const target = resolve(token.attrGet('href'));
    const closing = tokens.slice(index).find(({ type }) => type === 'link_close');
    if (target === undefined) {
      // A link that leads nowhere is text.
      for (const each of [token, closing])
        Object.assign(each, { type: 'text', tag: '', content: '', nesting: 0 });
    } else if (target.page) {
      const path = `/${pathOf(target.page)}`;
      token.attrSet('href', target.anchor === undefined ? path : `${path}#${target.anchor}`);
      const text = tokens[index + 1];
      if (text?.type === 'text') text.content = linkText(text.content, target.page);
    } else if (target.href.startsWith('/')) {
      token.attrSet('href', target.href);
      // The router of the site leaves such links alone, and VitePress puts no base before them.
      token.attrSet('target', '_self');
    }
  }
}
