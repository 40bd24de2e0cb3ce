//! Headers of every answer, and what a browser need not fetch again.

use crate::served::Served;

#[test]
fn every_answer_says_what_a_page_may_do() {
    let served = Served::new(64, false);
    for (method, path) in [("GET", "/"), ("HEAD", "/"), ("GET", "/none"), ("POST", "/"), ("GET", "/robots.txt")] {
        let answer = served.ask(method, path, "");
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{method} {path}");
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{method} {path}");
        assert_eq!(answer.header("set-cookie"), None);
    }
}

#[test]
fn what_is_known_is_not_sent_again() {
    let served = Served::new(64, false);
    let page = served.get("/rules/holywar");
    let tag = page.header("etag").expect("a tag").to_owned();
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    for tags in [tag.clone(), format!("\"other\", {tag}"), format!("W/{tag}"), "*".to_owned()] {
        let again = served.ask("GET", "/rules/holywar", &format!("If-None-Match: {tags}\r\n"));
        assert_eq!((again.status, again.body.len()), (304, 0), "{tags}");
        assert_eq!(again.header("etag"), Some(tag.as_str()));
    }
    assert_eq!(served.ask("GET", "/rules/holywar", "If-None-Match: \"other\"\r\n").status, 200);
    assert_eq!(served.ask("GET", "/none", "If-None-Match: *\r\n").status, 404);
    let head = served.ask("HEAD", "/rules/holywar", "");
    let length = page.body.len().to_string();
    assert_eq!((head.status, head.body.len(), head.header("content-length")), (200, 0, Some(length.as_str())));
}

#[test]
fn files_with_digests_are_kept_for_ever() {
    let served = Served::new(64, false);
    let page = served.get("/");
    for (before, kind) in [
        ("rel=\"stylesheet\" href=\"", "text/css; charset=utf-8"),
        ("<script src=\"", "text/javascript; charset=utf-8"),
    ] {
        let (_, rest) = page.text().split_once(before).expect("a file");
        let file = served.get(rest.split('"').next().expect("its path"));
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)));
        assert_eq!(file.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert!(file.body.len() < 30_000, "{}", file.body.len());
    }
}
