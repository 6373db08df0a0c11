package io.github.maumauarena;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a JSON document into maps, lists, strings, doubles, booleans and null. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** The object that a document is. */
    static Map<String, Object> read(String document) {
        return object((Map<?, ?>) new Json(document).value());
    }

    /** What was read as an object, whose keys are strings. */
    @SuppressWarnings("unchecked") // they were made by members()
    static Map<String, Object> object(Map<?, ?> read) {
        return (Map<String, Object>) read;
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> members();
            case '[' -> elements();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        while (more('}')) {
            peek();
            String name = string();
            expect(':');
            members.put(name, value());
        }
        return Collections.unmodifiableMap(members);
    }

    private List<Object> elements() {
        List<Object> elements = new ArrayList<>();
        at++;
        while (more(']')) {
            elements.add(value());
        }
        return Collections.unmodifiableList(elements);
    }

    /** Whether another one comes before the end; steps over the comma, or the end. */
    private boolean more(char end) {
        char next = peek();
        if (next == end || next == ',') {
            at++;
        }
        return next != end;
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (text.charAt(at) != '"') {
            char next = text.charAt(at++);
            string.append(next == '\\' ? escaped() : next);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char next = text.charAt(at++);
        return switch (next) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) Integer.parseInt(text.substring(at, at += 4), 16);
            default -> next;
        };
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return meaning;
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        if (at == start) {
            throw wrong();
        }
        return Double.valueOf(text.substring(start, at));
    }

    /** The next character that is no space. */
    private char peek() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw wrong();
        }
        at++;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + at);
    }
}
